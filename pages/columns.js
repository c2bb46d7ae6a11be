// Shows the values without a match and the first rows as records again when an answer changes: without script, the button
// Check again does.
const preview = document.querySelector("[data-preview]");
const form = preview?.closest("form");
const said = form?.querySelector("[data-previewed]");
let timer;
// Whether an answer is awaited, and whether something was changed that no answer was asked for yet. One is asked for at a time:
// the server reads the file for each.
let isAsking = false;
let isChanged = false;

// Puts newer rows in the place of those that are shown. A field that somebody is in keeps the focus and what is typed in it.
function replace(rows) {
  const field = document.activeElement;
  const name = preview.contains(field) ? field.name : "";
  preview.replaceChildren(...rows);
  const present = name && [...preview.querySelectorAll("[name]")].find((other) => other.name === name);
  if (!present) return;
  if (field.localName === "input" && present.localName === "input") present.value = field.value;
  present.focus({ preventScroll: true });
}

async function refresh() {
  if (isAsking || !isChanged) return;
  isChanged = false;
  isAsking = true;
  said.hidden = true;
  try {
    const answer = await fetch(preview.dataset.preview, {
      method: "POST", body: new URLSearchParams(new FormData(form)), redirect: "error",
    });
    const text = answer.ok ? await answer.text() : "";
    // An answer to an earlier choice has fields without what was chosen since.
    if (answer.ok && !isChanged) {
      replace(new DOMParser().parseFromString(text, "text/html").body.childNodes);
      said.hidden = false;
    }
  } catch {
    // Without an answer, the rows stay as they were; the form still works.
  }
  isAsking = false;
  refresh();
}

form?.addEventListener("change", () => {
  isChanged = true;
  clearTimeout(timer);
  timer = setTimeout(refresh, 300);
});
