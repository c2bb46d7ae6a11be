// Sends the form of files as soon as they are chosen or dropped: without script there is its button.
const form = document.querySelector("[data-drop]");
// Whether the form is on its way: what is pressed or dropped until the answer would be in its place.
let sent = false;

function send() {
  // The field is empty where somebody closed the list of files without a choice.
  if (!sent && form.elements.files.files.length > 0) form.querySelector("button").click();
}

function show(selector) {
  for (const element of form.querySelectorAll(selector)) element.hidden = false;
}

function hasFiles(event) {
  return event.dataTransfer?.types.includes("Files");
}

if (form) {
  show("[data-early]");
  form.elements.files.addEventListener("change", send);
  form.addEventListener("submit", (event) => {
    if (sent) {
      event.preventDefault();
    } else {
      sent = true;
      show("[data-sent]");
    }
  });
  // Around the field too: there, a browser would open a file in place of the page.
  form.addEventListener("dragover", (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  form.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    if (sent) return;
    // A folder cannot be sent.
    if ([...event.dataTransfer.items].some((item) => item.webkitGetAsEntry?.()?.isDirectory)) return;
    form.elements.files.files = event.dataTransfer.files;
    send();
  });
  // A form can be sent once: a person who comes back to the page gets a new one.
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    sent = false;
    location.reload();
  });
}
