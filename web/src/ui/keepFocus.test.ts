import { afterEach, beforeEach, expect, test } from "vitest";
import { keepFocus } from "./keepFocus.ts";

let end: () => void;
beforeEach(() => {
  document.body.innerHTML = `<main><section aria-label="People"><ul>
    <li id="a"><a href="/a">Ann</a><button>Delete Ann</button></li>
    <li id="b"><a href="/b">Ben</a><button>Delete Ben</button></li>
    <li id="c"><a href="/c">Cem</a><button>Delete Cem</button></li></ul></section></main>`;
  end = keepFocus();
});
afterEach(() => end());

const find = (selector: string) => document.querySelector<HTMLElement>(selector)!;
const focused = () =>
  document.activeElement?.ariaLabel ??
  document.activeElement?.getAttribute("aria-label") ??
  document.activeElement?.textContent;

test("keepFocus focuses the same control of the next entry when an entry is removed", async () => {
  find("#b button").focus();
  find("#b").remove();
  await expect.poll(focused).toBe("Delete Cem");
});

test("keepFocus focuses the last entry after the last one was removed, and the part of the screen after all were", async () => {
  find("#c a").focus();
  find("#c").remove();
  await expect.poll(focused).toBe("Ben");
  find("ul").remove();
  await expect.poll(focused).toBe("People");
});

test("keepFocus returns to the screen when a popup closes whose control had the focus", async () => {
  find("#a button").focus();
  document.body.insertAdjacentHTML("beforeend", `<div role="dialog"><button>Undo</button></div>`);
  find("[role=dialog] button").focus();
  find("#a").remove();
  find("[role=dialog]").remove();
  await expect.poll(focused).toBe("Delete Ben");
});

test("keepFocus stays in an open dialog when its focused control is removed", async () => {
  find("#a button").focus();
  document.body.insertAdjacentHTML(
    "beforeend",
    `<div role="dialog" tabindex="-1" aria-label="Edit"><p><button>Remove</button></p></div>`,
  );
  find("[role=dialog] button").focus();
  find("[role=dialog] button").remove();
  await expect.poll(focused).toBe("Edit");
});

test("keepFocus leaves what the user has left by a press beside it", async () => {
  find("#a button").focus();
  find("#a button").blur();
  await new Promise((resolve) => setTimeout(resolve));
  find("#a").remove();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(document.activeElement).toBe(document.body);
});
