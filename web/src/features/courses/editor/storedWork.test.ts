import { beforeEach, expect, test } from "vitest";
import { pretendDatabase } from "../../../testing/database.ts";
import { newCourseState, type UnsavedWork } from "./draftReducer.ts";
import { deleteWork, readWork, storeOffer, storeWork, takeOffer } from "./storedWork.ts";

const name = "1//7";

beforeEach(() => pretendDatabase());

const withTitle = (title: string): UnsavedWork => {
  const { course, version, selected, lastKey } = newCourseState;
  return { course: { ...course, title }, version, selected, lastKey };
};

async function listTitles() {
  const titles: string[] = [];
  for (let work = await readWork(name); work; work = work.earlier ?? null) titles.push(work.course.title);
  return titles;
}

test("keeps the unsaved work of another tab when a course is saved", async () => {
  await storeWork(name, "first", withTitle("first"));
  await storeWork(name, "second", withTitle("second"));
  await deleteWork(name, "first");
  expect(await listTitles()).toEqual(["second"]);
  await deleteWork(name, "second");
  expect(await listTitles()).toEqual([]);
});

test("stores the work of each editor once, the newest first", async () => {
  await storeWork(name, "first", withTitle("first"));
  await storeWork(name, "second", withTitle("second"));
  await storeWork(name, "first", withTitle("first, changed"));
  expect(await listTitles()).toEqual(["first, changed", "second"]);
});

test("removes work that was restored when an editor stores it as its own", async () => {
  await storeWork(name, "closed", withTitle("left"));
  takeOffer((await readWork(name))!);
  await storeWork(name, "open", withTitle("restored"));
  expect(await listTitles()).toEqual(["restored"]);
});

test("keeps an offer of an editor beside its next work", async () => {
  await storeWork(name, "open", withTitle("mine"));
  await storeOffer(name, "open", withTitle("mine"));
  await storeWork(name, "open", withTitle("next"));
  expect(await listTitles()).toEqual(["next", "mine"]);
  await deleteWork(name, "open");
  expect(await listTitles()).toEqual(["mine"]);
});
