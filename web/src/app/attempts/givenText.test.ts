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
])("the answer %j reads as words", (response, text) => {
  expect(givenText(JSON.stringify(response))).toBe(text);
});

test("what cannot be read is shown as nothing", () => {
  expect(givenText("{")).toBe("");
});
