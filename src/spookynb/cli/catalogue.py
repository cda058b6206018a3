"""``moves``: every move of a system with its fields."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from spookynb.cli.shell import Json, give, say

if TYPE_CHECKING:
    from spookynb.moves import Move


def moves(
    system: Annotated[str, typer.Argument(help="Rule system.", metavar="SYSTEM")] = "spookybeans",
    json: Json = False,
) -> None:
    """List every move of a rule system with its fields.

    With --json: one JSON Schema that any move fits, each by its kind under "$defs".
    """
    from spookynb.game import Game

    game = Game.of(system)
    if json:
        give(schema(game.name, game.moves))
        return
    for kind, model in game.moves.items():
        required = [name for name, field in model.model_fields.items() if name != "kind" and field.is_required()]
        optional = [f"[{name}]" for name, field in model.model_fields.items() if name != "kind" and not field.is_required()]
        say(" ".join([kind, *required, *optional]), f"    {(model.__doc__ or '').strip().splitlines()[0]}")


def schema(system: str, moves: Any) -> dict[str, Any]:
    """One JSON Schema that every move of ``moves`` (models by kind) fits, each of them under ``$defs`` by its kind."""
    definitions: dict[str, Any] = {}
    for kind, model in moves.items():
        definitions[kind] = _one(kind, model, definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A move of {system}",
        "oneOf": [{"$ref": f"#/$defs/{kind}"} for kind in moves],
        "discriminator": {"propertyName": "kind", "mapping": {kind: f"#/$defs/{kind}" for kind in moves}},
        "$defs": definitions,
    }


def _one(kind: str, model: "type[Move]", definitions: dict[str, Any]) -> dict[str, Any]:
    """The schema of one move, which must name its ``kind``; what it refers to goes into ``definitions``."""
    whole = model.model_json_schema()
    definitions.update(whole.pop("$defs", {}))
    whole["properties"]["kind"] = {"const": kind}
    whole["required"] = ["kind", *whole.get("required", [])]
    return whole
