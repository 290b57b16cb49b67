import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../../testing/browser.ts";
import { renderInRouter } from "../../testing/render.tsx";
import { pretendServer } from "../../testing/server.ts";
import { BadgeForm } from "./BadgeForm.tsx";

const named = (id: number) => ({ id, name: `Course ${id}` });

beforeEach(() => pretendBrowser());
afterEach(() => void vi.unstubAllGlobals());

async function open(count: number, stored: object | null = null) {
  const calls = pretendServer(({ body }) => {
    if (body.query?.includes("mutation")) return { json: { data: { createBadge: { id: 1, name: "Ropes" } } } };
    if (body.variables?.["search"]) return { json: { data: { automationChoices: [named(500)] } } };
    const courses = Array.from({ length: count }, (_, at) => named(at + 1));
    return { json: { data: { courses, paths: [] } } };
  });
  await renderInRouter(
    <QueryClientProvider client={new QueryClient()}>
      <BadgeForm stored={stored as never} />
    </QueryClientProvider>,
  );
  const select = (await screen.findByLabelText("Award when this course is completed")) as HTMLSelectElement;
  await waitFor(() => expect(select.options.length).toBeGreaterThanOrEqual(count + 1));
  return { calls, select };
}

const labels = (select: HTMLSelectElement) => [...select.options].map(({ text }) => text);

test("a badge form searches for courses when there may be more than the server lists, and keeps the chosen one", async () => {
  const { calls, select } = await open(100);
  expect(screen.queryByLabelText("Search learning paths")).toBeNull();
  const user = userEvent.setup();
  await user.type(screen.getByLabelText(/^Name/), "Ropes");
  await user.type(screen.getByLabelText(/^How people earn it/), "Tie ten knots");
  await user.type(screen.getByLabelText("Search courses"), "500{Enter}");
  await waitFor(() => expect(labels(select)).toEqual(["None", "Course 500"]));
  fireEvent.change(select, { target: { value: "500" } });
  await user.clear(screen.getByLabelText("Search courses"));
  await waitFor(() => expect(select.options.length).toBe(102));
  expect(select.value).toBe("500");
  expect(calls.some(({ body }) => body.query?.includes("mutation"))).toBe(false);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(calls.find(({ body }) => body.query?.includes("mutation"))?.body.variables).toMatchObject({
      input: { course_id: 500 },
    }),
  );
});

test("a badge form with few courses has no search, and names a course that was deleted", async () => {
  const stored = { id: 1, version: 1, name: "Ropes", criteria: "Be there", description: "", picture_url: null };
  const { select } = await open(2, { ...stored, course_id: 9, course_title: null, path_id: null, path_title: null });
  expect(screen.queryByLabelText("Search courses")).toBeNull();
  expect(labels(select)).toEqual(["None", "Deleted course", "Course 1", "Course 2"]);
  expect(select.value).toBe("9");
});
