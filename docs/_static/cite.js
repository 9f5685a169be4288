// The buttons that copy citations. They are hidden until this runs, because without it they would do nothing.
"use strict";

(() => {
  // What is a plain file on somebody's disk has no address that others can open; its place in the site they can find.
  function address(place) {
    const anchor = place.slice(place.indexOf("#"));
    return /^https?:$/.test(location.protocol) ? new URL(anchor, location.href).href : place;
  }

  function copyOldWay(text) {
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "cite-text";
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return copyOldWay(text); // where the page is not trusted with the clipboard
    }
  }

  function start() {
    for (const button of document.querySelectorAll("button.cite")) {
      const told = document.createElement("span");
      told.className = "cite-told";
      told.setAttribute("role", "status");
      button.after(told);
      button.hidden = false;
      button.addEventListener("click", async () => {
        const words = button.parentElement.querySelector(".cited").textContent;
        told.textContent = "";
        const done = await copy(`${words}, ${address(button.dataset.place)}`);
        button.focus();
        told.textContent = done ? "copied" : "cannot be copied here: please select it";
      });
    }
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
