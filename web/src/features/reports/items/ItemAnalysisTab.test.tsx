import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { afterEach, expect, test, vi } from "vitest";
import type { ItemAnalysisQuery } from "../../../gen/graphql.ts";
import { pretendBrowser } from "../../../testing/browser.ts";
import { render } from "../../../testing/render.tsx";
import { pretendServer } from "../../../testing/server.ts";
import { ItemAnalysisTab } from "./ItemAnalysisTab.tsx";

type Analysis = ItemAnalysisQuery["itemAnalysis"];
type Item = Analysis["items"][number];

afterEach(() => void vi.unstubAllGlobals());

const item = (question_id: number, question: string, more: Partial<Item> = {}): Item => ({
  question_id,
  version: 1,
  is_current: true,
  type: "Multiple Choice",
  question,
  answered: 24,
  facility: 0.125,
  discrimination: -0.21,
  seconds: 35,
  options: [
    { text: "Severn", is_right: true, weight: null, chosen: 3, upper: 0, lower: 3 },
    { text: "\\(x^2\\)", is_right: false, weight: 50, chosen: 21, upper: 7, lower: 4 },
  ],
  marks: [
    { kind: "too_hard", option: null },
    { kind: "preferred_option", option: "\\(x^2\\)" },
  ],
  ...more,
});

const analysis = (more: Partial<Analysis> = {}): Analysis => ({
  unit_id: 9,
  tests: [
    { id: 9, title: "Exam" },
    { id: 11, title: "" },
  ],
  is_in_attempts: true,
  is_pending: false,
  computed_at: null,
  attempts: 24,
  group_size: 7,
  mean_score: 0.5,
  mean_seconds: 300,
  alpha: 0.71,
  alpha_attempts: 24,
  thresholds: { least_answers: 20, too_hard: 0.25, too_easy: 0.95, discriminates: 0.2 },
  items: [
    item(1, "Which is longer?"),
    item(1, "Which is longest?", { version: 2, is_current: false, marks: [] }),
    item(2, "Is \\(\\pi\\) a number?", {
      type: "True or False",
      facility: null,
      discrimination: null,
      seconds: null,
      options: [],
      marks: [],
    }),
  ],
  ...more,
});

const keys = [
  "question",
  "version",
  "type",
  "askedInAttempts",
  "facility",
  "discrimination",
  "meanTime",
  "optionsOfGroups",
  "marks",
];
const sorts: Record<string, string> = { facility: "facility", discrimination: "discrimination" };
const definition = {
  kind: "item-analysis",
  title: "Item analysis",
  filters: [],
  columns: keys.map((key) => ({ key, label: key, format: "text", explanation: null, sort: sorts[key] ?? null })),
};

async function open(given: Analysis, { narrow = false } = {}) {
  pretendBrowser({ narrow });
  const calls = pretendServer(({ body }) =>
    body.query?.includes("reportDefinitions")
      ? { json: { data: { reportDefinitions: { version: "1", reports: [definition], explanations: [] } } } }
      : { json: { data: { itemAnalysis: given } } },
  );
  const rootRoute = createRootRoute();
  const tab = createRoute({
    getParentRoute: () => rootRoute,
    path: "/report",
    component: () => (
      <main>
        <h1>Rivers</h1>
        <ItemAnalysisTab courseId={4} />
      </main>
    ),
  });
  const router = createRouter({
    routeTree: rootRoute.addChildren([tab]),
    history: createMemoryHistory({ initialEntries: ["/report"] }),
  });
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findByRole("heading", { name: "Rivers" });
  return {
    container,
    asked: () => calls.map(({ body }) => body.variables).filter((each) => each && "unit_id" in each),
  };
}

const findRow = async (name: RegExp) => (await screen.findByText(name)).closest("tr")!;

/** Lists what axe finds; colours are checked in browsers. */
async function findProblems(container: Element): Promise<string[]> {
  const { violations } = await axe.run(container, { rules: { "color-contrast": { enabled: false } } });
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
}

test("item analysis shows the figures of a test, of each version of a question, and why one is weak", async () => {
  await open(analysis());
  const row = await findRow(/Which is longer\?/);
  expect(row.textContent).toContain("12.5");
  expect(row.textContent).toContain("-0.21");
  expect(within(row).getByText("Too hard")).toBeDefined();
  expect(row.textContent).toContain("The upper group prefers ‘");
  expect(within(within(row).getByText("Severn").closest("tr")!).getByText("Right")).toBeDefined();
  expect(within(await findRow(/Which is longest\?/)).getByText("Earlier version")).toBeDefined();
  expect(screen.getByText("0.71")).toBeDefined();
  expect(screen.getByText(/when its facility is below 25% or above 95%/)).toBeDefined();
});

test("item analysis draws formulas in questions, options and marks", async () => {
  const { container } = await open(analysis());
  await expect.poll(() => container.querySelectorAll("math").length, { timeout: 10_000 }).toBe(4);
  expect(container.querySelectorAll("math msup")).toHaveLength(3);
});

test("item analysis asks for another test when one is chosen, and sorts by a figure", async () => {
  const { asked } = await open(analysis());
  const first = async () => (await screen.findAllByRole("row"))[1]!.textContent;
  expect(await first()).toContain("Which is longer?");
  await userEvent.click(await screen.findByRole("button", { name: /facility/ }));
  await expect.poll(first).toContain("Is ");
  await userEvent.selectOptions(screen.getByLabelText("Test"), "Test Unit");
  await expect.poll(() => asked().at(-1)).toMatchObject({ course_id: 4, unit_id: 11 });
});

test("item analysis of many attempts says from when its figures are, and that new ones are worked out", async () => {
  await open(analysis({ is_pending: true, computed_at: "2026-11-05T10:00:00.000Z" }));
  expect((await screen.findByText(/The figures are of/)).textContent).toContain("new figures are being worked out");
});

test("item analysis says that a course has no tests", async () => {
  await open(analysis({ unit_id: null, tests: [], items: [] }));
  expect(await screen.findByText("This course has no tests.")).toBeDefined();
});

test.each([false, true])("item analysis has no problem that axe finds; on a phone: %s", async (narrow) => {
  const { container } = await open(analysis(), { narrow });
  await screen.findByText(/Which is longer\?/);
  await screen.findAllByText("facility");
  expect(await findProblems(container)).toEqual([]);
});
