// The stage hand of one table: says results aloud, notices a kernel that is gone, keeps the keyboard's place,
// and gives the toggle strips the aria state that ipywidgets leaves out.

const EVERY = 4000; // ms between two pings
const PATIENCE = 14000; // ms without an answer before we say so; a busy kernel is given that long

function strips(root) {
  for (const strip of root.querySelectorAll(".widget-toggle-buttons")) {
    const label = strip.querySelector(".widget-label");
    strip.setAttribute("role", "group");
    if (label && label.textContent) strip.setAttribute("aria-label", label.textContent);
    for (const button of strip.querySelectorAll(".widget-toggle-button")) {
      const pressed = String(button.classList.contains("mod-active"));
      if (button.getAttribute("aria-pressed") !== pressed) button.setAttribute("aria-pressed", pressed);
    }
  }
  for (const upload of root.querySelectorAll("button.widget-upload")) {
    // ipywidgets counts the files behind the words; ours are taken at once
    for (const node of upload.childNodes) if (node.nodeType === 3 && / \(\d+\)$/.test(node.data)) node.data = node.data.replace(/ \(\d+\)$/, "");
  }
  for (const fold of root.querySelectorAll("button.fold")) {
    const open = String(fold.classList.contains("open"));
    if (fold.getAttribute("aria-expanded") !== open) fold.setAttribute("aria-expanded", open);
  }
  for (const link of root.querySelectorAll("button.link, .people button")) {
    if (link.classList.contains("here")) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

function place(root, node) {
  // where the keyboard was: the box and the words of the control, which outlive the control itself
  const box = node.closest("[class*='at-']");
  const mark = box && [...box.classList].find((name) => name.startsWith("at-"));
  return { mark, words: (node.textContent || "").trim(), tag: node.tagName };
}

function restore(root, was) {
  if (!was || !was.mark) return;
  const box = root.querySelector("." + CSS.escape(was.mark)) || root.querySelector(".at-owed");
  if (!box) return;
  const same = [...box.querySelectorAll(was.tag)].find((one) => (one.textContent || "").trim() === was.words && !one.disabled);
  if (same) same.focus({ preventScroll: true });
  else {
    box.setAttribute("tabindex", "-1");
    box.focus({ preventScroll: true });
  }
}

function render({ model, el }) {
  el.classList.add("stage");
  const live = document.createElement("div");
  live.className = "sr";
  live.setAttribute("role", "status");
  live.setAttribute("aria-live", "polite");
  const alarm = document.createElement("div");
  alarm.className = "alarm";
  alarm.setAttribute("role", "alert");
  el.append(live, alarm);

  const say = () => { live.textContent = model.get("said"); };
  model.on("change:said", say);
  say();

  let root = null;
  let was = null;
  let answered = Date.now();
  let asked = Date.now();
  const lead = (name) => requestAnimationFrame(() => {
    const box = root && root.querySelector("." + CSS.escape(name));
    if (!box) return;
    box.setAttribute("tabindex", "-1");
    box.scrollIntoView({ behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth", block: "start" });
    box.focus({ preventScroll: true });
  });
  const hear = (message) => {
    if (message && message.lead) { lead(message.lead); return; } if (message && message.pong !== undefined) { answered = Date.now(); alarm.textContent = ""; }
  };
  model.on("msg:custom", hear);
  const timer = setInterval(() => {
    const now = Date.now();
    if (now - asked > 3 * EVERY) answered = now; // the machine slept: that is nobody's fault
    asked = now;
    try { model.send({ ping: now }); } catch (error) { /* said below, once patience is over */ }
    if (now - answered > PATIENCE && !alarm.textContent) alarm.textContent = model.get("gone");
  }, EVERY);

  const keep = (event) => {
    was = place(root, event.target);
    if (event.target.tagName === "TEXTAREA" && event.target.readOnly) event.target.select(); // an invite is copied whole
  };
  const take = (event) => {
    const button = event.target.closest("[data-take]");
    if (button) model.send({ take: button.dataset.take });
  };
  const watch = new MutationObserver(() => {
    strips(root);
    if (was && document.activeElement === document.body) { const at = was; was = null; requestAnimationFrame(() => restore(root, at)); }
  });
  requestAnimationFrame(function find() {
    root = el.closest(".snb");
    if (!root) { if (el.isConnected) requestAnimationFrame(find); else setTimeout(find, 100); return; }
    root.addEventListener("focusin", keep);
    root.addEventListener("click", take);
    watch.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
    strips(root);
  });

  return () => {
    clearInterval(timer);
    watch.disconnect();
    model.off("change:said", say);
    model.off("msg:custom", hear);
    if (root) root.removeEventListener("focusin", keep);
    if (root) root.removeEventListener("click", take);
  };
}

export default { render };
