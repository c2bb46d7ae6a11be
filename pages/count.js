// Shows how far a count or other work has come without the page being loaded again: the server sends the figures whenever they change.
const part = document.querySelector("[data-events]");
const [live, lost, since] = ["[data-live]", "[data-lost]", "[data-since]"].map((name) => document.querySelector(name));
// The shop's time when the page was made, and how much passed since then: the clock of this machine may be of another place.
const begun = part?.dataset.now.match(/(\d{1,2}):(\d{2})\D*$/);
const loadedAt = Date.now();
let source;
let last;
let failures = 0;
let isClosed = false;

function follow() {
  source = new EventSource(part.dataset.events);
  source.addEventListener("open", () => report(0));
  source.addEventListener("figures", (event) => {
    if (event.data === last) return;
    part.innerHTML = event.data;
    if (last !== undefined) show("[data-older]");
    last = event.data;
  });
  source.addEventListener("end", () => {
    leave();
    live.hidden = true;
    isClosed = true;
    if (part.dataset.then) return location.replace(part.dataset.then);
    show("[data-ended]");
  });
  // Later pages of the person are followed instead.
  source.addEventListener("taken", () => {
    leave();
    report(2);
  });
  // The browser asks again by itself when the answer broke off, but not when it was refused.
  source.addEventListener("error", () => {
    if (source.readyState !== EventSource.CLOSED) return report(failures + 1);
    leave();
    report(2);
  });
}

function leave() {
  source?.close();
  source = undefined;
}

// One failure is no news: the browser asks again within seconds.
function report(number) {
  if (failures === 0 && number > 0) since.textContent = time();
  failures = number;
  live.hidden = number > 1;
  lost.hidden = number < 2;
}

function time() {
  if (!begun) return "";
  const minutes = (begun[1] * 60 + Number(begun[2]) + Math.floor((Date.now() - loadedAt) / 60000)) % 1440;
  return [Math.floor(minutes / 60), minutes % 60].map((number) => String(number).padStart(2, "0")).join(":");
}

function show(selector) {
  for (const element of document.querySelectorAll(selector)) element.hidden = false;
}

// A browser has few connections to a server: a page that nobody sees leaves its own to others.
if (part) {
  if (!document.hidden) follow();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) leave();
    else if (!source && !isClosed) follow();
  });
  addEventListener("pagehide", leave);
}
