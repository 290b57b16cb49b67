import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../../../testing/browser.ts";
import { renderInRouter } from "../../../testing/render.tsx";
import { pretendServer } from "../../../testing/server.ts";
import { newAutomation } from "./automationDraft.ts";
import { AutomationEditor } from "./AutomationEditor.tsx";

beforeEach(pretendBrowser);
afterEach(() => void vi.unstubAllGlobals());

test("an automation whose due date is not complete is not saved without it", async () => {
  const calls = pretendServer(() => ({
    json: {
      data: {
        automationChoices: [{ id: 9, name: "First aid" }],
        memberChoices: { fields: [], groups: [], branches: [], user_list: { columns: null, views: [] } },
        createAutomation: { id: 4 },
      },
    },
  }));
  await renderInRouter(
    <QueryClientProvider client={new QueryClient()}>
      <AutomationEditor initial={newAutomation()} stored={null} />
    </QueryClientProvider>,
  );
  const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));
  const sent = () => calls.filter(({ body }) => body.query?.includes("createAutomation"));
  await userEvent.selectOptions(screen.getAllByRole("combobox", { name: "Due date" }).at(-1)!, "Days after enrolment");
  await userEvent.type(screen.getByRole("spinbutton", { name: "Number of days" }), "1.5");
  await save();
  await screen.findByText("Enter a date, or a whole number of days.");
  expect(sent()).toEqual([]);
  await userEvent.clear(screen.getByRole("spinbutton", { name: "Number of days" }));
  await userEvent.type(screen.getByRole("spinbutton", { name: "Number of days" }), "15");
  await save();
  await expect
    .poll(() => sent().map(({ body }) => body.variables))
    .toMatchObject([{ input: { actions: [{ due: { days: 15 } }] } }]);
});

test("Enter in the search of an editor's lists searches, and saves nothing", async () => {
  const calls = pretendServer(() => ({
    json: {
      data: {
        automationChoices: Array.from({ length: 100 }, (_, at) => ({ id: at + 1, name: `Course ${at}` })),
        memberChoices: { fields: [], groups: [], branches: [], user_list: { columns: null, views: [] } },
        createAutomation: { id: 4 },
      },
    },
  }));
  await renderInRouter(
    <QueryClientProvider client={new QueryClient()}>
      <AutomationEditor initial={newAutomation()} stored={null} />
    </QueryClientProvider>,
  );
  const [field] = await screen.findAllByRole("searchbox", { name: "Search" });
  await userEvent.type(field!, "aid{Enter}");
  await expect.poll(() => calls.some(({ body }) => body.variables?.["search"] === "aid")).toBe(true);
  expect(calls.filter(({ body }) => body.query?.includes("createAutomation"))).toEqual([]);
});
