import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../../../testing/browser.ts";
import { render } from "../../../testing/render.tsx";
import { pretendServer } from "../../../testing/server.ts";
import { type MatrixFilters, type MatrixOf, useMatrixRows } from "./useMatrixRows.ts";

const NO_FILTERS: MatrixFilters = {
  branchUrls: null,
  group_ids: null,
  category_id: null,
  from: null,
  to: null,
  search: "",
  state: null,
  sort: null,
};
const SIGHT = [0, 0] as const;

beforeEach(() => {
  pretendBrowser();
  // The matrix of learning paths, and of people with a state, is never answered.
  pretendServer(({ body: { query = "", variables } }) => {
    if (query.includes("query PathMatrix(") || variables?.["state"]) return new Promise(() => {});
    const rows = [{ id: 1, name: "Wei Chen", cells: [] }];
    return { json: { data: { trainingMatrix: { courses: [{ id: 7, name: "Ropes" }], people: { total: 1, rows } } } } };
  });
});
afterEach(() => void vi.unstubAllGlobals());

function Matrix() {
  const [of, setOf] = useState<MatrixOf>("courses");
  const [state, setState] = useState<string | null>(null);
  const { head, findRow } = useMatrixRows(of, { ...NO_FILTERS, state }, SIGHT);
  return (
    <>
      <button onClick={() => setOf("paths")}>Paths</button>
      <button onClick={() => setState("overdue")}>Overdue</button>
      <p>{`${head.data?.courses?.[0]?.name ?? "no course"}, ${findRow(0)?.name ?? "nobody"}`}</p>
    </>
  );
}

async function show(button: string) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Matrix />
    </QueryClientProvider>,
  );
  await screen.findByText("Ropes, Wei Chen");
  await userEvent.click(screen.getByRole("button", { name: button }));
}

test("shows the former people until others are loaded", async () => {
  await show("Overdue");
  expect(screen.getByText("Ropes, Wei Chen")).toBeDefined();
});

test("shows no courses while the learning paths are loaded", async () => {
  await show("Paths");
  expect(screen.getByText("no course, nobody")).toBeDefined();
});
