import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../../../../testing/browser.ts";
import { findDialog, render } from "../../../../testing/render.tsx";
import { pretendServer } from "../../../../testing/server.ts";
import { newQuestion } from "../question.ts";
import { BankQuestionDialog } from "./BankQuestionDialog.tsx";

beforeEach(pretendBrowser);
afterEach(() => void vi.unstubAllGlobals());

test("sends the version that was opened, and keeps what was typed when another author saved meanwhile", async () => {
  const message = "Another author has changed this question since you opened it.";
  const sent: unknown[] = [];
  pretendServer(({ body }) => {
    if (!body.query?.includes("updateBankQuestion")) return { json: { data: { bankCategories: [] } } };
    sent.push(body.variables);
    return { json: { errors: [{ message, extensions: { code: "CONFLICT" } }] } };
  });
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BankQuestionDialog question={newQuestion("Free Text")} id={7} version={3} category="Knots" onClose={onClose} />
    </QueryClientProvider>,
  );
  await findDialog();
  fireEvent.change(screen.getByLabelText("Question"), { target: { value: "Typed by me" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(sent).toMatchObject([{ id: 7, version: 3, category: "Knots" }]);
  expect(screen.getByLabelText("Question")).toHaveProperty("value", "Typed by me");
  expect(onClose).not.toHaveBeenCalled();
});
