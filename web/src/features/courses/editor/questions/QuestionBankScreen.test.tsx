import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { pretendBrowser } from "../../../../testing/browser.ts";
import { render } from "../../../../testing/render.tsx";
import { pretendServer } from "../../../../testing/server.ts";
import { QuestionBankScreen } from "./QuestionBankScreen.tsx";

const question = (id: number, text: string, may_edit: boolean, owning_branch: string | null) => ({
  id,
  category: "Knots",
  may_edit,
  owning_branch,
  type: "Free Text",
  question: text,
  required_points: 0,
  accepted: [],
  matches_case: false,
  options: [],
  pairs: [],
  rules: [],
  drawn_in: [],
});

beforeEach(pretendBrowser);
afterEach(() => void vi.unstubAllGlobals());

test("opens, edits and deletes only questions that the viewer may change, and names the owning site", async () => {
  const rows = [
    question(1, "Ours", true, "North"),
    question(2, "Theirs", false, null),
    question(3, "Plain", true, null),
  ];
  pretendServer(({ body }) =>
    body.query?.includes("bankQuestions")
      ? { json: { data: { bankQuestions: { total: rows.length, rows } } } }
      : { json: { data: { bankCategories: [] } } },
  );
  const rootRoute = createRootRoute();
  const bank = createRoute({ getParentRoute: () => rootRoute, path: "/question-bank", component: QuestionBankScreen });
  const router = createRouter({
    routeTree: rootRoute.addChildren([bank]),
    history: createMemoryHistory({ initialEntries: ["/question-bank"] }),
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  const findRow = async (text: string) => (await screen.findByText(text)).closest("tr")!;
  expect((await findRow("Ours")).textContent).toContain("Belongs to: North");
  expect((await findRow("Theirs")).textContent).toContain("Belongs to: Main site");
  expect((await findRow("Plain")).textContent).not.toContain("Belongs to");
  for (const name of ["Edit", "Delete"]) {
    expect(screen.getByRole("button", { name: `${name} Ours` })).toBeDefined();
    expect(screen.queryByRole("button", { name: `${name} Theirs` })).toBeNull();
  }
  expect((await findRow("Ours")).className).toContain("cursor-pointer");
  expect((await findRow("Theirs")).className).not.toContain("cursor-pointer");
  expect(screen.getByText("Theirs").closest("button")).toBeNull();
});
