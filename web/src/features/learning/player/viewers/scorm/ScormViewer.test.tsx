import { QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../../../../app/queryClient.ts";
import { pretendBrowser } from "../../../../../testing/browser.ts";
import { render } from "../../../../../testing/render.tsx";
import { aViewer, pretendServer } from "../../../../../testing/server.ts";
import { courseQuery } from "../../courseQuery.ts";
import type { UnitOf } from "../../units.ts";
import { ScormViewer } from "./ScormViewer.tsx";

beforeEach(() => {
  pretendBrowser();
  queryClient.clear();
  queryClient.setQueryData(["viewer"], aViewer("learner"));
});
afterEach(() => void vi.unstubAllGlobals());

/** Opens and closes a package of a course, after which the server answers with this. @returns the course of the player */
async function takePackage(after: { is_complete: boolean; isUnitComplete: boolean }) {
  // There is no storage for unsent calls here.
  vi.spyOn(console, "warn").mockImplementation(() => {});
  pretendServer(({ body }) => {
    if (body.query?.includes("viewer")) return { json: { data: { viewer: aViewer("learner") } } };
    if (body.query?.includes("launchScorm"))
      return { json: { errors: [{ message: "It is open elsewhere.", extensions: { code: "CONFLICT" } }] } };
    const units = [{ id: 9, is_complete: after.isUnitComplete }];
    return { json: { data: { course: { is_complete: after.is_complete, units } } } };
  });
  const { queryKey } = courseQuery(4);
  queryClient.setQueryData(queryKey, { is_complete: false, units: [{ id: 9, is_complete: false }] } as never);
  const unit = { __typename: "ScormUnitType", id: 9, scorm_id: 3, is_complete: false };
  render(
    <QueryClientProvider client={queryClient}>
      <ScormViewer courseId={4} unit={unit as UnitOf<"ScormUnitType">} title="Knots" />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Start" }));
  await userEvent.click(await screen.findByRole("button", { name: "Close" }));
  return () => queryClient.getQueryData(queryKey);
}

test("a package that completes the course makes the player show that", async () => {
  const course = await takePackage({ is_complete: true, isUnitComplete: true });
  await expect
    .poll(course)
    .toMatchObject({ is_complete: true, became_complete: true, units: [{ id: 9, is_complete: true }] });
});

test("a package that completes its unit alone leaves the course open", async () => {
  const course = await takePackage({ is_complete: false, isUnitComplete: true });
  await expect.poll(course).toMatchObject({ is_complete: false, units: [{ is_complete: true }] });
  expect(course()).not.toMatchObject({ became_complete: true });
});
