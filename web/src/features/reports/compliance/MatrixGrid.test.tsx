import { act, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../../../testing/browser.ts";
import { renderInRouter } from "../../../testing/render.tsx";
import { MatrixGrid } from "./MatrixGrid.tsx";
import type { MatrixCourse, MatrixPerson } from "./useMatrixRows.ts";

beforeEach(() => {
  pretendBrowser();
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(400);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(800);
});

/** Creates people who note their row each time it is rendered. */
const createPeople = (rendered: number[]) =>
  Array.from({ length: 8 }, (_, row) => ({
    id: row + 1,
    name: `Learner ${row + 1}`,
    get cells() {
      rendered.push(row);
      return [];
    },
  })) as unknown as MatrixPerson[];

test("the focus renders the row that it leaves and the one that it enters, and no other", async () => {
  const rendered: number[] = [];
  const people = createPeople(rendered);
  const courses = [1, 2].map((id) => ({ id, name: `Course ${id}`, counts: {} })) as unknown as MatrixCourse[];
  const nothing = () => {};
  await renderInRouter(
    <MatrixGrid
      label="Training matrix"
      courses={courses}
      total={people.length}
      findRow={(row) => people[row]}
      onSight={nothing}
      onOpen={nothing}
    />,
  );
  const cells = await screen.findAllByRole("gridcell");
  expect(new Set(rendered)).toEqual(new Set(people.keys()));
  rendered.length = 0;
  act(() => cells[2 * courses.length]!.focus());
  expect(new Set(rendered)).toEqual(new Set([0, 2]));
});
