// Shows the first rows as records again when an answer changes: without script, the button Check again does.
const preview = document.querySelector("[data-preview]");
const form = preview?.closest("form");
const said = form?.querySelector("[data-previewed]");
let timer;
// Whether an answer is awaited, and whether something was changed since it was asked for. One is asked for at a time: the server
// reads the file for each.
let isAsking = false;
let isChanged = false;

async function refresh() {
  isChanged = isAsking;
  if (isAsking) return;
  isAsking = true;
  said.hidden = true;
  try {
    const answer = await fetch(preview.dataset.preview, {
      method: "POST", body: new URLSearchParams(new FormData(form)), redirect: "error",
    });
    if (answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      preview.replaceChildren(...page.body.childNodes);
      said.hidden = false;
    }
  } catch {
    // Without an answer, the rows stay as they were; the form still works.
  }
  isAsking = false;
  if (isChanged) refresh();
}

form?.addEventListener("change", () => {
  clearTimeout(timer);
  timer = setTimeout(refresh, 300);
});
