import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { pretendBrowser } from "../../../testing/browser.ts";
import { renderInRouter } from "../../../testing/render.tsx";
import { CourseMenu } from "./CourseMenu.tsx";
import type { OutlineUnit, PlayerCourse } from "./units.ts";

beforeEach(() => pretendBrowser());

test("numbers the units of a course without gaps when a unit between them was moved away", async () => {
  const units = [1, 3, 7].map(
    (unit_order, index) =>
      ({
        __typename: "Content",
        id: index + 10,
        title: `Unit ${unit_order}`,
        unit_order,
        is_complete: false,
      }) as OutlineUnit,
  );
  const course = { id: 4, title: "Ropes", units } as unknown as PlayerCourse;
  await renderInRouter(
    <CourseMenu course={course} mode="player" current={units[0]!} open={false} onClose={() => {}} />,
  );
  const steps = screen.getAllByRole("listitem").map((each) => /^\d/.exec(each.textContent)?.[0]);
  expect(steps).toEqual(["1", "2", "3"]);
});
