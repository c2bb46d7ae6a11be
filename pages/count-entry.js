// Where somebody scans: a sound says whether a scan was right, and Escape takes back what was typed into the number.
{
  const name = "stockroom-count-scan";
  // Notes in hertz, with when each begins and how long it sounds, in seconds.
  const sounds = {
    right: [[1046, 0, 0.09]],
    unknown: [[523, 0, 0.12], [523, 0.2, 0.12]],
    wrong: [[165, 0, 0.45]],
  };

  async function play(notes) {
    const audio = new AudioContext();
    const asked = Date.now();
    // A browser that allows no sound yet lets it wait; a late one would belong to nothing.
    if (audio.state !== "running") await audio.resume();
    if (Date.now() - asked > 1000) return audio.close();
    const end = notes.map(([pitch, start, length]) => {
      const [tone, volume] = [audio.createOscillator(), audio.createGain()];
      const begin = audio.currentTime + start;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.2, begin);
      volume.gain.linearRampToValueAtTime(0, begin + length);
      tone.connect(volume).connect(audio.destination);
      tone.start(begin);
      tone.stop(begin + length);
      return tone;
    }).at(-1);
    end.addEventListener("ended", () => audio.close());
  }

  // What a person sent from the page before: a code, or something else such as a number.
  function sent() {
    try {
      const value = sessionStorage.getItem(name);
      sessionStorage.removeItem(name);
      return value;
    } catch {
      // A browser that keeps nothing makes no sound.
      return null;
    }
  }

  const form = document.querySelector("#entry");
  form?.addEventListener("submit", (event) => {
    // They change the number, or lead to other pages.
    if (["step", "turn", "done"].includes(event.submitter?.name)) return;
    try {
      sessionStorage.setItem(name, form.elements.code.value.trim() === "" ? "other" : "code");
    } catch {
      // As above.
    }
  });

  const sound = document.querySelector("[data-sound]")?.dataset.sound;
  const before = sent();
  if (sounds[sound] && (before === "code" || before === "other" && sound === "wrong")) {
    play(sounds[sound]).catch(() => {});
  }

  form?.querySelector("#quantity")?.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.isComposing) return;
    event.preventDefault();
    event.target.value = event.target.defaultValue;
    event.target.select();
  });
}
