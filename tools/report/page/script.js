"use strict";
(() => {
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];

  // Copy buttons: the text beside them.
  const fallback = (text) => {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  };
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return fallback(text);
    }
  };
  for (const button of all("button.copy")) {
    const label = button.textContent;
    button.hidden = false;
    button.addEventListener("click", async () => {
      const source = button.closest(".copyable").querySelector("textarea, pre");
      const done = await copy(source.value ?? source.textContent);
      button.textContent = done ? "Copied" : "Not copied: select the text";
      setTimeout(() => { button.textContent = label; }, 2000);
    });
  }

  // The rules that a text and a state select.
  const form = document.querySelector(".filter");
  const text = document.getElementById("filter-text");
  const count = document.getElementById("filter-count");
  const areas = all(".area").map((area) => ({ area, open: area.open, rows: all("tbody tr", area) }));
  const filter = () => {
    const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
    const state = form.elements.state.value;
    const asked = words.length > 0 || state !== "";
    let shown = 0;
    for (const { area, open, rows } of areas) {
      let here = 0;
      for (const row of rows) {
        const words_in = row.textContent.toLowerCase();
        row.hidden = !(words.every((word) => words_in.includes(word)) && (state === "" || row.dataset.state === state));
        here += row.hidden ? 0 : 1;
      }
      area.hidden = here === 0;
      area.open = asked ? here > 0 : open;
      shown += here;
    }
    count.textContent = asked ? `${shown} rules` : "";
  };
  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());

  // A link into something that is closed or filtered away opens it.
  const reveal = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.hidden) {
      form.reset();
      filter();
    }
    for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  reveal();
})();
