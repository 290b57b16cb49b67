import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { findDialog, render } from "../../../../testing/render.tsx";
import { findQuestionProblem, newQuestion, type Question, type QuestionType } from "../question.ts";
import { toQuestionInput } from "../questionForms.ts";
import { QuestionDialog } from "./QuestionDialog.tsx";

async function open(type: QuestionType) {
  const onSave = vi.fn<(question: Question) => void>();
  const onClose = vi.fn();
  render(<QuestionDialog question={newQuestion(type)} isNew onSave={onSave} onClose={onClose} />);
  await findDialog();
  return { onSave, onClose, user: userEvent.setup() };
}

test("keeps the options of a multiple choice question and which are correct", async () => {
  const { user, onSave } = await open("Multiple Choice");
  const dialog = within(screen.getByRole("dialog", { name: "Add Multiple Choice question" }));
  await user.type(dialog.getByLabelText("Question"), "Who acts first?");
  await user.type(dialog.getByLabelText("Option 1"), "I do");
  await user.type(dialog.getByLabelText("Option 2"), "Nobody");
  await user.click(dialog.getByLabelText("Option 1 is correct"));
  await user.click(dialog.getByRole("button", { name: "Add option" }));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(onSave).toHaveBeenCalledWith(
    expect.objectContaining({
      question: "Who acts first?",
      options: [
        { text: "I do", checked: true, feedback: "" },
        { text: "Nobody", checked: false, feedback: "" },
      ],
    }),
  );
});

test("keeps at least one row of pairs and rules", async () => {
  const { user } = await open("Match the Pairs");
  expect(screen.getByRole("button", { name: "Remove row 1" }).getAttribute("aria-disabled")).toBe("true");
  await user.click(screen.getByRole("button", { name: "Add pair" }));
  await user.click(screen.getByRole("button", { name: "Remove row 2" }));
  expect(screen.getByLabelText("Left side of pair 1")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Remove row 1" }).getAttribute("aria-disabled")).toBe("true");
});

test("warns the author of a free text that accepts every answer", async () => {
  const { user, onSave } = await open("Free Text");
  expect(screen.getByText("With 0 required points, every answer passes.")).toBeTruthy();
  await user.clear(screen.getByLabelText("Required points"));
  await user.type(screen.getByLabelText("Required points"), "2");
  expect(screen.queryByText("With 0 required points, every answer passes.")).toBeNull();
  await user.selectOptions(screen.getByLabelText("Condition of rule 1"), "does not contain");
  await user.type(screen.getByLabelText("Word of rule 1"), "never");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(onSave).toHaveBeenCalledWith(
    expect.objectContaining({
      question: "Default question text",
      required_points: "2",
      rules: [{ condition: "does not contain", word: "never", points: "0" }],
    }),
  );
});

test("explains gaps where they are written", async () => {
  await open("Fill the Gaps");
  expect(screen.getByText(/Put each answer in \[brackets\]/)).toBeTruthy();
});

test("asks before changes are discarded", async () => {
  const { user, onClose } = await open("Ordering");
  await user.type(screen.getByLabelText("Item 1"), "Stop");
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(onClose).not.toHaveBeenCalled();
  await user.click(await screen.findByRole("button", { name: "Discard" }));
  expect(onClose).toHaveBeenCalledOnce();
});

test("closes an unchanged question without asking", async () => {
  const { user, onClose } = await open("Ordering");
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalledOnce();
});

test("opens a question of unsaved work that an earlier version kept on the device, without pictures", async () => {
  const { media: _, ...kept } = newQuestion("Short Text");
  const onSave = vi.fn<(question: Question) => void>();
  render(<QuestionDialog question={kept} isNew={false} onSave={onSave} onClose={vi.fn()} />);
  await findDialog();
  expect(screen.getByRole("group", { name: "Pictures and recordings" })).toBeTruthy();
  expect(findQuestionProblem(kept)).toBe("needs at least one accepted answer");
  expect(toQuestionInput(kept).media).toEqual([]);
});

test("keeps what part of the points each option earns, shows what it earns without, and drops it when switched off", async () => {
  const { user, onSave } = await open("Multiple Choice");
  await user.type(screen.getByLabelText("Option 1"), "Severn");
  await user.type(screen.getByLabelText("Option 2"), "Loch Ness");
  await user.click(screen.getByLabelText("Option 1 is correct"));
  expect(screen.queryByLabelText("Percent of the points for option 2")).toBeNull();
  await user.click(screen.getByLabelText("Give each option a percent of the points"));
  expect(screen.getByLabelText("Percent of the points for option 1")).toHaveProperty("placeholder", "100");
  await user.type(screen.getByLabelText("Percent of the points for option 2"), "33,5");
  await user.click(screen.getByRole("button", { name: "Save" }));
  const [saved] = onSave.mock.lastCall!;
  expect(saved.options[1]).toMatchObject({ text: "Loch Ness", weight: "33,5" });
  expect(toQuestionInput(saved).options).toEqual([
    { text: "Severn", checked: true, feedback: "" },
    { text: "Loch Ness", checked: false, feedback: "", weight: 33.5 },
  ]);
  expect(findQuestionProblem(saved)).toBeNull();
  expect(findQuestionProblem({ ...saved, options: saved.options.map((each) => ({ ...each, weight: "100" })) })).toBe(
    "needs 100 % for its correct option, and less for the others",
  );
  await user.click(screen.getByLabelText("Give each option a percent of the points"));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(onSave.mock.lastCall![0].options[1]).not.toHaveProperty("weight");
});

test("keeps what part of the points an accepted answer earns", async () => {
  const { user, onSave } = await open("Short Text");
  await user.type(screen.getByLabelText("Accepted answer 1"), "Ada");
  await user.click(screen.getByLabelText("Give each accepted answer a percent of the points"));
  await user.type(screen.getByLabelText("Percent of the points for accepted answer 1"), "50");
  await user.click(screen.getByRole("button", { name: "Save" }));
  const [saved] = onSave.mock.lastCall!;
  expect(toQuestionInput(saved).accepted).toMatchObject([{ text: "Ada", weight: 50 }]);
  expect(findQuestionProblem(saved)).toBe("needs an accepted answer that earns 100 %");
});
