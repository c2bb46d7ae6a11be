// Sends the form of files as soon as they are chosen or dropped: without script there is its button.
const form = document.querySelector("[data-drop]");
// When the form was sent, while it is on its way: what is dropped or pressed until the answer would be in its place.
let sent;

function send() {
  // The field is empty where somebody closed the list of files without a choice.
  if (sent === undefined && form.elements.files.files.length > 0) form.querySelector("button[type=submit]").click();
}

function show(selector, isShown = true) {
  for (const element of form.querySelectorAll(selector)) element.hidden = !isShown;
}

function hasFiles(event) {
  return event.dataTransfer?.types.includes("Files");
}

// The person stopped the upload: the form can be sent again. A browser without the Navigation API does not report its own button
// for that, so the page has one.
function forget() {
  sent = undefined;
  show("[data-sent]", false);
}

if (form) {
  show("[data-early]");
  form.elements.files.addEventListener("change", send);
  form.addEventListener("submit", (event) => {
    if (sent !== undefined) return event.preventDefault();
    sent = event.timeStamp;
    show("[data-folder]", false);
    show("[data-sent]");
  });
  form.querySelector("[data-stop]").addEventListener("click", () => {
    window.stop();
    forget();
  });
  if (window.navigation) {
    navigation.addEventListener("navigate", (event) => {
      const own = sent;
      event.signal.addEventListener("abort", () => own === sent && forget());
    });
  } else {
    addEventListener("keydown", (event) => event.key === "Escape" && forget());
  }
  // Around the field too: there, a browser would open a file in place of the page.
  form.addEventListener("dragover", (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  form.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    if (sent !== undefined) return;
    const hasFolder = [...event.dataTransfer.items].some((item) => item.webkitGetAsEntry?.()?.isDirectory);
    show("[data-folder]", hasFolder);
    if (hasFolder) return;
    form.elements.files.files = event.dataTransfer.files;
    send();
  });
  // A form can be sent once: a person who comes back to the page gets a new one.
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    forget();
    location.reload();
  });
}
