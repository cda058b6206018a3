"""From a move to its facts, and to the templates of all legal ones: both read the same rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from spookynb.dice import FaceSource, GivenDice
from spookynb.errors import IllegalMove, NotYourSeat
from spookynb.moves import Choice, Move, Template, Values
from spookynb.state import Fact, State
from spookynb.systems.spookybeans import adversity, calls, ending, gifts, narration, rolling, sheets
from spookynb.systems.spookybeans.form import ConflictRule, Draft, Form, Rule, check, no
from spookynb.systems.spookybeans.look import game
from spookynb.systems.spookybeans.moves import Roll
from spookynb.systems.spookybeans.sheet import Conflict

#: every rule that permits a move, in the order in which a table meets them
RULES: Final[tuple[Rule | ConflictRule, ...]] = (
    *rolling.RULES, *narration.RULES, *gifts.RULES, *adversity.RULES, *calls.RULES, *sheets.RULES, *ending.RULES,
)  # fmt: skip
_BY_MOVE: Final[Mapping[type[Move], Rule | ConflictRule]] = {rule.move: rule for rule in RULES}
_KINDS: Final[Mapping[type[Move], str]] = {rule.move: str(rule.move.model_fields["kind"].default) for rule in RULES}


def decide(state: State, seat: str, move: Move, faces: FaceSource | None) -> tuple[Fact, ...]:
    """The facts of ``move``, what follows from it by itself included. Raises :class:`IllegalMove` naming the rule."""
    if seat not in state.people():
        raise NotYourSeat(f"Nobody sits in the seat {seat[:60]!r}.", safe="Nothing has changed.", seat=seat[:60])
    rule = _BY_MOVE[type(move)]
    draft = Draft(state, _source(state, move, faces))
    target = getattr(move, rule.target) if rule.target else None
    if isinstance(rule, Rule):
        check(rule, rule.form(state, seat, target), move)
        rule.play(draft, seat, move)
        rolling.settle(draft, "")  # the conflict of a call has no id before its entry: in the draft it is the empty one
    else:
        conflict, form = _at_hand(state, seat, rule, target, getattr(move, "conflict", None))
        check(rule, form, move)
        rule.play(draft, seat, conflict, move)
        rolling.settle(draft, conflict.id)
    return tuple(draft.facts)


def _source(state: State, move: Move, faces: FaceSource | None) -> FaceSource | None:
    """Where dice come from: typed in with the roll, where the table rolls physical ones."""
    if state.house_rules.get("dice") != "physical":
        return faces
    return GivenDice(move.faces or {}) if isinstance(move, Roll) else None


# ---------------------------------------------------------------------------------------------- which conflict


def _at_hand(state: State, seat: str, rule: ConflictRule, target: Any, named: str | None) -> tuple[Conflict, Form]:
    """The conflict that a move belongs to: the one it names, or the only one that it fits."""
    conflicts = game(state).conflicts
    if named is not None:
        if named not in conflicts:
            raise no("That Conflict is over, or there never was one.", rule.number, "Name an open one.", conflict=named)
        return conflicts[named], rule.form(state, seat, conflicts[named], target)
    fitting, refusals = _fitting(state, seat, rule, target)
    if not fitting:
        raise _most_telling(refusals, seat, target) or no("There is no Conflict.", rule.number, "Call one.")
    if len(fitting) > 1:
        names = ", ".join(f"{one.character} against {one.against}" for one, _ in fitting)
        ids = [one.id for one, _ in fitting]
        raise no(f"That could belong to several Conflicts: {names}.", "SB-10", "Say which one, by its conflict id.", conflicts=ids)
    return fitting[0]


def _fitting(
    state: State, seat: str, rule: ConflictRule, target: Any
) -> tuple[list[tuple[Conflict, Form]], list[tuple[Conflict, IllegalMove]]]:
    fitting, refusals = [], []
    for conflict in game(state).conflicts.values():
        try:
            fitting.append((conflict, rule.form(state, seat, conflict, target)))
        except IllegalMove as refusal:
            refusals.append((conflict, refusal))
    return fitting, refusals


def _most_telling(refusals: list[tuple[Conflict, IllegalMove]], seat: str, target: Any) -> IllegalMove | None:
    """The refusal that a person would expect: of an open conflict that they, or whom they named, are in."""

    def weight(pair: tuple[Conflict, IllegalMove]) -> tuple[bool, bool]:
        conflict = pair[0]
        return (conflict.stage != "told", target in conflict.sides or (target is None and seat in conflict.sides))

    return max(refusals, key=weight)[1] if refusals else None


# ---------------------------------------------------------------------------------------------- what is legal


def legal_moves(state: State, seat: str) -> list[Template]:
    """Templates of the moves open to ``seat``: :func:`decide` accepts exactly what fits one of them."""
    if seat not in state.people():
        return []
    templates: list[Template] = []
    for rule in RULES:
        if isinstance(rule, Rule):
            templates += [_template(rule, form, target) for target, form in _open_targets(state, seat, rule)]
        else:
            templates += _in_conflicts(state, seat, rule)
    return templates


def _open_targets(state: State, seat: str, rule: Rule) -> Iterable[tuple[Any, Form]]:
    for target in rule.targets(state, seat):
        try:
            yield target, rule.form(state, seat, target)
        except IllegalMove:
            continue


def _in_conflicts(state: State, seat: str, rule: ConflictRule) -> list[Template]:
    found: list[tuple[Conflict, Any, Form]] = []
    for conflict in game(state).conflicts.values():
        for target in rule.targets(state, seat, conflict):
            try:
                found.append((conflict, target, rule.form(state, seat, conflict, target)))
            except IllegalMove:
                continue
    templates = []
    for conflict, target, form in found:
        alone = sum(target == other for _, other, _ in found) == 1
        named = Values((None, conflict.id) if alone else (conflict.id,))
        templates.append(_template(rule, form, target, {"conflict": named}))
    return templates


def _template(rule: Rule | ConflictRule, form: Form, target: Any, more: Mapping[str, Choice] | None = None) -> Template:
    fields: dict[str, Choice] = {rule.target: Values((target,))} if rule.target else {}
    fields.update({name: slot.choice for name, slot in form.items()})
    return Template(_KINDS[rule.move], {**fields, **(more or {})}, distinct=rule.differ)
