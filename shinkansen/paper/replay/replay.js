// The page of a recorded game: which ply is shown, and how one goes to another.
//
// The page's data holds fragments of text, and for every ply which of them fill which slot; `show` puts them there. All
// words come escaped from Python. The address names the ply (#ply=37): a jump leaves a place to come back to, a step
// only keeps the address true. Nothing is ever fetched.
"use strict";

const game = JSON.parse(document.getElementById("game").textContent);
const last = game.plies.length - 1;
const slots = [...document.querySelectorAll("[data-slot]")];
const links = [...document.querySelectorAll(".moves a")];
const panes = [...document.querySelectorAll("button[data-pane]")];
const control = (id) => document.getElementById(id);
const wide = matchMedia("(min-width: 1180px), print");
let shown = -1;
let timer = 0;
let writing = 0;
let unwritten = null;

// -- What is shown

// The text that a list of runs (first, how many, first, how many, ...) stands for.
function unpack(runs) {
  let text = "";
  for (let i = 0; i < runs.length; i += 2) {
    text += game.fragments.slice(runs[i], runs[i] + runs[i + 1]).join("");
  }
  return text;
}

function slotText(ply, slot) {
  return unpack(game.plies[ply][slot]);
}

// The table is drawn twice, for wide screens and paper, and for narrow screens.
function fill(slot, ply) {
  const name = slot.dataset.slot;
  slot.innerHTML = slotText(ply, name === "table" && !wide.matches ? "narrow" : name);
}

function show(ply) {
  if (ply === shown) return;
  const before = document.querySelector(".choices");
  const focused = before?.contains(document.activeElement);
  for (const slot of slots) fill(slot, ply);
  const choices = document.querySelector(".choices");
  if (choices && before) choices.open = before.open;
  if (choices && focused) choices.querySelector("summary").focus();
  links[shown]?.removeAttribute("aria-current");
  links[ply].setAttribute("aria-current", "step");
  shown = ply;
  showControls();
  bringIntoView();
}

function showControls() {
  control("slider").value = shown;
  control("slider").setAttribute("aria-valuetext", `ply ${shown} of ${last}`);
  control("where").textContent = `${shown} / ${last}`;
  control("now").setAttribute("transform", `translate(${shown})`);
  for (const [id, end] of [["first", 0], ["back", 0], ["next", last], ["last", last]]) {
    control(id).setAttribute("aria-disabled", shown === end);
  }
}

// The current move in its list, and what the move changed on the table: the one of the marks that is highest, unless
// some mark is in sight already.
function bringIntoView() {
  const moves = document.querySelector(".moves");
  const link = links[shown].getBoundingClientRect();
  const list = moves.getBoundingClientRect();
  if (link.top < list.top + 40 || link.bottom > list.bottom - 8) {
    moves.scrollTop += link.top - list.top - list.height / 3;
  }
  const table = document.querySelector(".table");
  const frame = table.getBoundingClientRect();
  const marks = [...table.querySelectorAll(".mark, .trace")].map((mark) => mark.getBoundingClientRect());
  if (marks.length && !marks.some((mark) => mark.top >= frame.top && mark.bottom <= frame.bottom)) {
    table.scrollTop += Math.min(...marks.map((mark) => mark.top)) - frame.top - frame.height / 3;
  }
}

// On a phone: the table, what happened or the moves.
function showPane(name) {
  document.body.dataset.pane = name;
  for (const button of panes) button.setAttribute("aria-pressed", button.dataset.pane === name);
  bringIntoView();
}

// -- Going elsewhere

function clamp(ply) {
  return Math.max(0, Math.min(last, ply));
}

// A step keeps the address true. Browsers allow few changes of it a second, so the last of a burst is written.
function step(ply) {
  show(clamp(ply));
  unwritten = shown;
  clearTimeout(writing);
  writing = setTimeout(settle, 200);
}

function settle() {
  clearTimeout(writing);
  if (unwritten !== null) history.replaceState(null, "", `#ply=${unwritten}`);
  unwritten = null;
}

// A jump can be undone with the browser's back button.
function jump(ply) {
  settle();
  if (addressed() !== ply) history.pushState(null, "", `#ply=${ply}`);
  show(ply);
}

// The ply that the address names; the start if it names none.
function addressed() {
  const found = /^#ply=(\d{1,6})$/.exec(location.hash);
  return found ? clamp(Number(found[1])) : 0;
}

function follow() {
  unwritten = null;
  stop();
  show(addressed());
}

// -- By itself

function playing() {
  return timer !== 0;
}

function play() {
  if (shown === last) step(0);
  const tick = () => {
    step(shown + 1);
    if (shown === last) stop();
    else timer = setTimeout(tick, Number(control("speed").value));
  };
  timer = setTimeout(tick, Number(control("speed").value));
  showPlaying();
}

function stop() {
  clearTimeout(timer);
  timer = 0;
  showPlaying();
}

function showPlaying() {
  control("play").setAttribute("aria-pressed", playing());
  control("play").setAttribute("aria-label", playing() ? "Pause" : "Play");
}

// -- Buttons and keys

const actions = {
  first: () => jump(0),
  back: () => step(shown - 1),
  next: () => step(shown + 1),
  last: () => jump(last),
};

const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };

function act(name) {
  stop();
  actions[name]();
}

function toggle() {
  if (playing()) stop();
  else play();
}

function press(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  // What has a use of its own for a key keeps it.
  const own = event.key === " " ? "select, button, summary, a" : "select";
  if (event.target.closest(own)) return;
  if (event.key === " ") toggle();
  else if (keys[event.key]) act(keys[event.key]);
  else return;
  event.preventDefault();
}

for (const name of Object.keys(actions)) control(name).addEventListener("click", () => act(name));
control("play").addEventListener("click", toggle);
// While it is dragged we look; where it is let go we go.
control("slider").addEventListener("input", (event) => {
  stop();
  show(Number(event.target.value));
});
control("slider").addEventListener("change", (event) => jump(Number(event.target.value)));
control("chart").addEventListener("click", (event) => {
  const box = control("chart").getBoundingClientRect();
  stop();
  jump(Math.round(((event.clientX - box.left) / box.width) * last));
});
for (const button of panes) button.addEventListener("click", () => showPane(button.dataset.pane));
wide.addEventListener("change", () => {
  fill(document.querySelector(".table"), shown);
  bringIntoView();
});
document.addEventListener("keydown", press);
window.addEventListener("hashchange", follow);
window.addEventListener("popstate", follow);
follow();
showPane("table");
