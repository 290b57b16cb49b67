import { expect, test } from "vitest";
import { givenText } from "./givenText.ts";

test.each([
  [{ selectedOption: "Trent" }, "Trent"],
  [{ userSelections: ["Trent", "Severn"] }, "Trent, Severn"],
  [{ userSelections: { cat: "meow", dog: "woof" } }, "cat: meow, dog: woof"],
  [{ userOrder: ["first", "second"] }, "first → second"],
  [{ freeTextAnswer: "Because." }, "Because."],
  [{ content: "We rowed." }, "We rowed."],
  [{}, ""],
])("givenText shows the answer %j as text", (response, text) => {
  expect(givenText(JSON.stringify(response))).toBe(text);
});

test("givenText shows nothing for an unreadable answer", () => {
  expect(givenText("{")).toBe("");
});
