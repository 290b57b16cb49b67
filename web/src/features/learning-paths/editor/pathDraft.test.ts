import { expect, test } from "vitest";
import {
  changeSection,
  type DraftSection,
  findCourse,
  getNeighbour,
  haveOtherCourses,
  moveCourse,
  moveSection,
  NEW_PATH,
  removeCourse,
  toInput,
} from "./pathDraft.ts";

const course = (id: number) => ({ id, title: `Course ${id}`, is_published: true });
const sections: DraftSection[] = [
  { key: "a", title: "A", needed: "", in_order: true, courses: [course(1), course(2)] },
  { key: "b", title: "B", needed: "1", in_order: false, courses: [course(3)] },
  { key: "c", title: "", needed: " ", in_order: false, courses: [] },
];
const order = (list: DraftSection[]) => list.map(({ courses }) => courses.map(({ id }) => id));

test("moveCourse moves a course within its section and to another, also an empty one", () => {
  expect(order(moveCourse(sections, 1, { section: 0, index: 1 }))).toEqual([[2, 1], [3], []]);
  expect(order(moveCourse(sections, 1, { section: 1, index: 0 }))).toEqual([[2], [1, 3], []]);
  expect(order(moveCourse(sections, 3, { section: 2, index: 0 }))).toEqual([[1, 2], [], [3]]);
  expect(order(moveCourse(sections, 9, { section: 0, index: 0 }))).toEqual(order(sections));
});

test("getNeighbour crosses the borders of sections and ends with the path", () => {
  expect(getNeighbour(sections, { section: 0, index: 1 }, 1)).toEqual({ section: 1, index: 0 });
  expect(getNeighbour(sections, { section: 1, index: 0 }, -1)).toEqual({ section: 0, index: 2 });
  expect(getNeighbour(sections, { section: 1, index: 0 }, 1)).toEqual({ section: 2, index: 0 });
  expect(getNeighbour(sections, { section: 0, index: 0 }, -1)).toBeNull();
});

test("moveSection keeps the order at the ends", () => {
  const keys = (list: DraftSection[]) => list.map(({ key }) => key).join("");
  expect(keys(moveSection(sections, 0, 1))).toBe("bac");
  expect(keys(moveSection(sections, 0, -1))).toBe("abc");
  expect(keys(moveSection(sections, 2, 3))).toBe("abc");
});

test("toInput sends blank numbers as none", () => {
  expect(toInput({ ...NEW_PATH, title: "Path", due_days: "30", sections })).toMatchObject({
    due_days: 30,
    sections: [
      { needed: null, course_ids: [1, 2] },
      { needed: 1, course_ids: [3] },
      { needed: null, course_ids: [] },
    ],
  });
  expect(toInput(NEW_PATH).due_days).toBeNull();
});

test("toInput sends whole numbers, as the API takes them", () => {
  const halves = [{ ...sections[0]!, needed: "1.2" }];
  const input = { ...NEW_PATH, due_days: "1.5", certificate_months: "12.4", sections: halves };
  expect(toInput(input)).toMatchObject({ due_days: 2, certificate_months: 12, sections: [{ needed: 1 }] });
  expect(toInput({ ...NEW_PATH, certificate_months: "" }).certificate_months).toBe(0);
});

test("haveOtherCourses notices courses, their order and rules, and no titles", () => {
  const before = { ...NEW_PATH, sections };
  const after = (list: DraftSection[]) => haveOtherCourses(before, { ...before, title: "Other", sections: list });
  expect(after(changeSection(sections, "a", { title: "Renamed" }))).toBe(false);
  expect(after(changeSection(sections, "a", { in_order: false }))).toBe(true);
  expect(after(removeCourse(sections, 3))).toBe(true);
  expect(findCourse(removeCourse(sections, 3), 3)).toBeNull();
});
