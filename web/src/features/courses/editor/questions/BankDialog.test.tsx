import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../../../../testing/browser.ts";
import { render } from "../../../../testing/render.tsx";
import { pretendServer } from "../../../../testing/server.ts";
import { newQuestion, type Question } from "../question.ts";
import { toQuestionInput } from "../questionForms.ts";
import BankDialog from "./BankDialog.tsx";

beforeEach(pretendBrowser);
afterEach(() => void vi.unstubAllGlobals());

const stored = (id: number, question: string, may_edit: boolean) => {
  const { id: _, ...content } = toQuestionInput({ ...newQuestion("Free Text"), question });
  return { ...content, id, version: 1, category: "Knots", may_edit, owning_branch: null, drawn_in: [] };
};

/** @returns the questions that were taken */
function open(...rows: ReturnType<typeof stored>[]) {
  const taken: Question[] = [];
  pretendServer(({ body: { query = "", variables } }) => {
    if (query.includes("mutation UpdateBankQuestion(")) {
      rows[0] = { ...rows[0]!, question: (variables!["question"] as { question: string }).question, version: 2 };
      return { json: { data: { updateBankQuestion: { id: 1 } } } };
    }
    if (query.includes("query BankCategories")) return { json: { data: { bankCategories: [] } } };
    return { json: { data: { bankQuestions: { total: rows.length, rows: [...rows] } } } };
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BankDialog onClose={() => {}} onTake={(questions) => taken.push(...questions)} />
    </QueryClientProvider>,
  );
  return taken;
}

test("takes a chosen question as it was edited afterwards", async () => {
  const taken = open(stored(1, "Which knot?", true));
  await userEvent.click(await screen.findByRole("checkbox", { name: "Which knot?" }));
  await userEvent.click(screen.getByRole("button", { name: "Edit Which knot?" }));
  fireEvent.change(await screen.findByLabelText("Question"), { target: { value: "Which bend?" } });
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByRole("checkbox", { name: "Which bend?" });
  await userEvent.click(screen.getByRole("button", { name: "Add 1 question" }));
  expect(taken.map(({ question }) => question)).toEqual(["Which bend?"]);
});

test("offers to edit and delete only the questions that the author may change", async () => {
  open(stored(1, "Ours?", true), stored(2, "Theirs?", false));
  await screen.findByRole("checkbox", { name: "Theirs?" });
  expect(
    screen.getAllByRole("button", { name: /^(Edit|Delete) / }).map((each) => each.getAttribute("aria-label")),
  ).toEqual(["Edit Ours?", "Delete Ours?"]);
});
