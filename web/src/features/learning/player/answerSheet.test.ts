import { beforeEach, expect, test } from "vitest";
import { ApiError } from "../../../app/errors.ts";
import type { Answer, Question } from "../questions/answer.ts";
import { createAnswerSheet } from "./answerSheet.ts";
import type { Unit } from "./units.ts";

const question = (id: number, type: string, more: Partial<Question> = {}): Question => ({
  id,
  type,
  question: "What is a river?",
  multiple: false,
  min_words: null,
  max_words: null,
  points: 1,
  options: ["Severn", "Skiddaw", "Trent"].map((text) => ({ text, picture: null, region: null })),
  pairs: [],
  media: [],
  ...more,
});
const choice = question(1, "Multiple Choice");
const order = question(2, "Ordering");
const text = question(3, "Free Text", { options: [] });

let isDown = false;
let refusal: ApiError | null = null;
let stored: { id: string; answer: Answer }[] = [];

beforeEach(() => {
  localStorage.clear();
  isDown = false;
  refusal = null;
  stored = [];
});

function open(viewerId = 1, questions = [choice, order, text], userResponses: object[] = [], attempt = 1) {
  const sheet = createAnswerSheet({
    course: { id: 4, attempt },
    viewerId,
    send: async (_, message) => {
      if (isDown) throw new ApiError("down", { code: "NETWORK" });
      if (refusal) throw refusal;
      stored.push(message);
      return { isCorrect: true };
    },
  });
  sheet.hold({ unit: { id: 9, tests: questions } as Unit, responses: userResponses as never });
  sheet.start();
  return sheet;
}

const ordered = { userOrder: ["Trent", "Severn", "Skiddaw"] };

test("restores answers given offline after a reload and sends them in order", async () => {
  isDown = true;
  const before = open();
  before.edit(order, ordered);
  expect(before.give(order)).toBe(true);
  before.edit(choice, { selectedOption: "Trent" });
  expect(before.give(choice)).toBe(true);
  expect(before.get().unsaved).toBe(2);
  before.stop();
  await expect(before.flush()).rejects.toThrow("down");

  isDown = false;
  const after = open();
  expect(after.get().entries[1]).toMatchObject({ given: { selectedOption: "Trent" }, isCorrect: null });
  await after.flush();
  expect(stored.map(({ answer }) => answer)).toEqual([ordered, { selectedOption: "Trent" }]);
  expect(after.get()).toMatchObject({ unsaved: 0, hasSaved: true });
  expect(after.get().entries[2]).toMatchObject({ given: ordered, isCorrect: true });
  expect(localStorage.length).toBe(0);
});

test("removes what waits on the device for former attempts at the course, and nothing else", () => {
  const former = ["draft:1:4:1:3", "answer:1:4:1:3"];
  const others = ["draft:1:4:2:3", "draft:1:5:1:3", "draft:11:4:1:3", "answer:1:44:1:3"];
  for (const name of [...former, ...others]) localStorage.setItem(name, "{}");
  open(1, [choice], [], 2).stop();
  expect(Object.keys(localStorage).toSorted()).toEqual(others.toSorted());
});

test("restores a draft after a reload without treating it as an answer", () => {
  open().edit(text, { freeTextAnswer: "A river is" });
  const { entries } = open().get();
  expect(entries[3]).toMatchObject({ draft: { freeTextAnswer: "A river is" }, given: null });
  expect(stored).toEqual([]);
});

test("shows nothing of it to another user of the device", () => {
  isDown = true;
  const mine = open(1);
  mine.edit(text, { freeTextAnswer: "Mine" });
  mine.give(text);
  mine.edit(choice, { selectedOption: "Trent" });
  const { entries, unsaved } = open(2).get();
  expect(unsaved).toBe(0);
  expect([entries[1]?.draft, entries[3]?.draft]).toEqual([{ selectedOption: "" }, { freeTextAnswer: "" }]);
});

test("does not show an answer to a question that was changed since", () => {
  const given = (key: number, answer: object) => ({
    unit_id: 9,
    input_type: "question",
    input_key: String(key),
    response: JSON.stringify({ ...answer, isCorrect: true }),
  });
  const { entries } = open(
    1,
    [choice, order],
    [given(1, { selectedOption: "Thames" }), given(2, { userOrder: ["Trent", "Thames", "Severn"] })],
  ).get();
  expect([entries[1]?.given, entries[2]?.given]).toEqual([null, null]);
  expect(entries[2]?.draft.userOrder?.toSorted()).toEqual(["Severn", "Skiddaw", "Trent"]);
});

test("gives each answer its own id", async () => {
  const sheet = open();
  sheet.edit(choice, { selectedOption: "Trent" });
  sheet.give(choice);
  await sheet.flush();
  sheet.give(choice);
  await sheet.flush();
  expect(new Set(stored.map(({ id }) => id)).size).toBe(2);
});

test("shows an ordering question in the order that the server sent", () => {
  const texts = ["Severn", "Skiddaw", "Trent", "Tyne"];
  const lists = texts.flatMap((first) => texts.filter((text) => text !== first).map((second) => [first, second]));
  for (const [index, list] of [...lists, texts, texts.toReversed()].entries()) {
    const asked = question(index + 10, "Ordering", {
      options: list.map((text) => ({ text, picture: null, region: null })),
    });
    expect(open(1, [asked]).get().entries[asked.id]!.draft).toEqual({ userOrder: list });
  }
});

test("sends what an earlier page left before its unit is opened", async () => {
  isDown = true;
  const before = open();
  before.edit(choice, { selectedOption: "Trent" });
  before.give(choice);
  before.stop();
  isDown = false;
  await open(1, []).flush();
  expect(stored.map(({ answer }) => answer)).toEqual([{ selectedOption: "Trent" }]);
});

test("keeps what is being typed when its unit is opened again", () => {
  const sheet = open();
  sheet.edit(text, { freeTextAnswer: "A river is" });
  sheet.hold({ unit: { id: 9, tests: [choice, order, text] } as unknown as Unit, responses: [] });
  expect(sheet.get().entries[3]?.draft).toEqual({ freeTextAnswer: "A river is" });
});

test("restores a rejected answer as a draft after a reload", async () => {
  refusal = new ApiError("This course closed on 1 May 2026.", { code: "CONFLICT" });
  const before = open();
  before.edit(text, { freeTextAnswer: "A river is water." });
  before.give(text);
  await before.flush();
  expect(open().get().entries[3]).toMatchObject({ draft: { freeTextAnswer: "A river is water." }, given: null });
});

test("keeps an answer of an earlier page as a draft when the server rejects it before its unit is opened", async () => {
  isDown = true;
  const before = open();
  before.edit(text, { freeTextAnswer: "A river is water." });
  before.give(text);
  before.stop();
  isDown = false;
  refusal = new ApiError("This course closed on 1 May 2026.", { code: "CONFLICT" });
  await open(1, []).flush();
  expect(open().get().entries[3]).toMatchObject({ draft: { freeTextAnswer: "A river is water." }, given: null });
});

test("keeps answers and drafts of a learner whose session has ended", async () => {
  refusal = new ApiError("Please sign in to continue.", { code: "UNAUTHENTICATED" });
  const before = open();
  before.edit(choice, { selectedOption: "Trent" });
  before.give(choice);
  before.edit(text, { freeTextAnswer: "A river is" });
  before.stop();
  await expect(before.flush()).rejects.toThrow("Please sign in");
  refusal = null;
  const after = open();
  expect(after.get().entries[3]).toMatchObject({ draft: { freeTextAnswer: "A river is" } });
  await after.flush();
  expect(stored.map(({ answer }) => answer)).toEqual([{ selectedOption: "Trent" }]);
});
