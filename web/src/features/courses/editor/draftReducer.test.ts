import { describe, expect, test } from "vitest";
import { newQuestion } from "./question.ts";
import {
  draftReducer,
  isUnsaved,
  newCourseState,
  overview,
  type EditorAction,
  type EditorState,
} from "./draftReducer.ts";

const after = (...actions: EditorAction[]) => actions.reduce(draftReducer, newCourseState);
const titles = ({ course }: EditorState) => course.units.map(({ title }) => title);
const add = (type: "Content" | "Video" | "Test"): EditorAction => ({ do: "addUnit", type });
const three = after(add("Content"), add("Video"), add("Test"));
const getKey = (state: EditorState, order: number) => state.course.units[order - 1]?.key ?? "";

test("starts a new course with an overview and nothing to save", () => {
  expect(newCourseState.selected).toBe(overview);
  expect(isUnsaved(newCourseState)).toBe(false);
});

describe("adding a unit", () => {
  test("puts it last, selects it and gives it the title of its type and place", () => {
    expect(titles(three)).toEqual(["Content unit 1", "Video unit 2", "Test unit 3"]);
    expect(three.selected).toBe(getKey(three, 3));
    expect(isUnsaved(three)).toBe(true);
  });

  test("gives it a key that no unit had before another version was loaded, whose upload may still run", () => {
    const { course, version, selected } = newCourseState;
    const others: EditorAction[] = [
      { do: "load", state: newCourseState },
      { do: "replace", state: newCourseState },
      { do: "restore", work: { course, version, selected, lastKey: 0 } },
    ];
    for (const other of others) {
      const added = draftReducer(draftReducer(three, other), add("Video"));
      expect(three.course.units.map(({ key }) => key)).not.toContain(getKey(added, 1));
    }
  });

  test("gives it a key that no deleted unit had", () => {
    const again = [{ do: "deleteUnit", key: getKey(three, 3) }, add("Test")] satisfies EditorAction[];
    expect(getKey(again.reduce(draftReducer, three), 3)).not.toBe(getKey(three, 3));
  });
});

describe("deleting a unit", () => {
  const deleted = (order: number, selected = order) => {
    const chosen = draftReducer(three, { do: "select", key: getKey(three, selected) });
    return draftReducer(chosen, { do: "deleteUnit", key: getKey(three, order) });
  };

  test("selects the next one", () => expect(deleted(1).selected).toBe(getKey(three, 2)));
  test("selects the one before when it was the last", () => expect(deleted(3).selected).toBe(getKey(three, 2)));
  test("keeps the selection when another one is deleted", () => expect(deleted(1, 3).selected).toBe(getKey(three, 3)));

  test("selects the overview when it was the only one", () => {
    const one = after(add("Video"));
    expect(draftReducer(one, { do: "deleteUnit", key: getKey(one, 1) }).selected).toBe(overview);
  });

  test("renumbers the others with their default titles", () => {
    expect(titles(deleted(1))).toEqual(["Video unit 1", "Test unit 2"]);
  });
});

describe("duplicating a unit", () => {
  const question = { ...newQuestion("True or False"), id: 7, question: "Is it safe?" };
  const stored: EditorState = {
    ...three,
    course: {
      ...three.course,
      units: three.course.units.map((unit, index) => ({
        ...unit,
        id: index + 1,
        ...(index === 1 && { title: "Ropes", file: "/files/rope.mp4", questions: [question] }),
      })),
    },
  };
  const copied = draftReducer(stored, { do: "duplicateUnit", key: getKey(stored, 2) });

  test("puts a new unit after it with its content, file and questions, and selects it", () => {
    expect(titles(copied)).toEqual(["Content unit 1", "Ropes", "Ropes (copy)", "Test unit 4"]);
    const [, unit, copy] = copied.course.units;
    expect(copied.selected).toBe(copy!.key);
    expect(copy).toEqual({
      ...unit,
      key: copy!.key,
      id: null,
      title: "Ropes (copy)",
      questions: [{ ...question, id: null }],
    });
    expect(new Set(copied.course.units.map(({ key }) => key)).size).toBe(4);
  });

  test("numbers a default title, and keeps a long title within its limit", () => {
    expect(titles(draftReducer(stored, { do: "duplicateUnit", key: getKey(stored, 1) }))).toEqual([
      "Content unit 1",
      "Content unit 2",
      "Ropes",
      "Test unit 4",
    ]);
    const long = draftReducer(stored, {
      do: "changeUnit",
      key: getKey(stored, 2),
      change: { title: "x".repeat(200) },
    });
    const [, , copy] = draftReducer(long, { do: "duplicateUnit", key: getKey(long, 2) }).course.units;
    expect(copy!.title).toMatch(/^x{193} \(copy\)$/);
  });

  test("makes a survey that nobody has answered", () => {
    const survey = after({ do: "addUnit", type: "Survey" });
    const key = getKey(survey, 1);
    const answered = draftReducer(survey, {
      do: "changeUnit",
      key,
      change: { has_answers: true, is_anonymous: true },
    });
    const [unit, copy] = draftReducer(answered, { do: "duplicateUnit", key }).course.units;
    expect(unit!.has_answers).toBe(true);
    expect(copy).toMatchObject({ has_answers: null, is_anonymous: true });
  });

  test("does not cut a character of a long title in half", () => {
    const long = draftReducer(three, {
      do: "changeUnit",
      key: getKey(three, 1),
      change: { title: "\u{1F9D7}".repeat(100) },
    });
    const [, copy] = draftReducer(long, { do: "duplicateUnit", key: getKey(long, 1) }).course.units;
    expect(copy!.title.isWellFormed()).toBe(true);
    expect(copy!.title).toMatch(/ \(copy\)$/);
  });
});

describe("moving a unit", () => {
  const move = (order: number, to: number) => draftReducer(three, { do: "moveUnit", key: getKey(three, order), to });

  test("changes the order and the numbers in default titles", () => {
    expect(titles(move(3, 0))).toEqual(["Test unit 1", "Content unit 2", "Video unit 3"]);
  });

  test("stops at both ends", () => {
    expect(titles(move(1, -1))).toEqual(titles(three));
    expect(titles(move(3, 9))).toEqual(titles(three));
  });

  test("keeps titles that an author wrote, also when they end in a number", () => {
    const change = (key: string, title: string): EditorAction => ({ do: "changeUnit", key, change: { title } });
    const named = [
      change(getKey(three, 1), "Chapter 7"),
      change(getKey(three, 2), "Video Unit 2"),
      change(getKey(three, 3), "Content unit 3"),
      { do: "moveUnit", key: getKey(three, 3), to: 0 } satisfies EditorAction,
    ].reduce(draftReducer, three);
    expect(titles(named)).toEqual(["Content unit 3", "Chapter 7", "Video Unit 3"]);
  });

  test("keeps the same unit selected", () => expect(move(3, 0).selected).toBe(getKey(three, 3)));
});

test("units of every type have a title with their type and place, and a new number when they are moved", () => {
  const types = ["Audio", "Presentation", "iFrame", "Assignment"] as const;
  const four = after(...types.map((type): EditorAction => ({ do: "addUnit", type })));
  expect(titles(four)).toEqual(["Audio unit 1", "Presentation unit 2", "iFrame unit 3", "Assignment unit 4"]);
  const last = draftReducer(four, { do: "moveUnit", key: getKey(four, 4), to: 0 });
  expect(titles(last)).toEqual(["Assignment unit 1", "Audio unit 2", "Presentation unit 3", "iFrame unit 4"]);
});

test("keeps the selected unit when a course returns from the server with new ids", () => {
  const stored = three.course.units.map((unit, index) => ({ ...unit, id: index + 40, key: `unit-${index + 40}` }));
  const course = { ...three.course, units: stored };
  const loaded = draftReducer(three, { do: "load", state: { ...newCourseState, course, saved: course } });
  expect(loaded.selected).toBe("unit-42");
  expect(isUnsaved(loaded)).toBe(false);
});

test("restores stored work as unsaved", () => {
  const { course, version, selected, lastKey } = three;
  const restored = draftReducer(newCourseState, { do: "restore", work: { course, version, selected, lastKey } });
  expect(titles(restored)).toEqual(titles(three));
  expect(isUnsaved(restored)).toBe(true);
});
