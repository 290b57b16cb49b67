import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../../testing/browser.ts";
import { findDialog, render } from "../../testing/render.tsx";
import { pretendServer } from "../../testing/server.ts";
import { AllowAttemptsDialog } from "./AllowAttemptsDialog.tsx";

beforeEach(pretendBrowser);
afterEach(() => void vi.unstubAllGlobals());

test("begins with the attempts that the person is already allowed at each test", async () => {
  const tests = [1, 2].map((id) => ({ id, title: `Test ${id}`, attempts_allowed: 3 }));
  const calls = pretendServer(({ body: { query = "", variables } }) => {
    if (query.includes("LimitedTests")) return { json: { data: { course: { tests } } } };
    if (query.includes("TestAllowance("))
      return { json: { data: { testAllowance: variables!["unit_id"] === 1 ? 2 : 0 } } };
    return { json: { data: { allowTestAttempts: { attempts_allowed: 6 } } } };
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AllowAttemptsDialog courseId={5} userId={7} onClose={() => {}} onDone={() => {}} />
    </QueryClientProvider>,
  );
  await findDialog();
  const value = async () =>
    (await screen.findByRole<HTMLInputElement>("spinbutton", { name: /Attempts beyond those of everybody/ })).value;
  await expect.poll(value).toBe("2");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Test" }), "2");
  await expect.poll(value).toBe("1");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Test" }), "1");
  await expect.poll(value).toBe("2");
  await userEvent.click(screen.getByRole("button", { name: "Allow attempts" }));
  await expect
    .poll(() => calls.find(({ body }) => body.query?.includes("AllowTestAttempts"))?.body.variables)
    .toMatchObject({ unit_id: 1, user_id: 7, extra: 2 });
});
