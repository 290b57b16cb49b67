import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useSyncExternalStore } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../../../../../testing/browser.ts";
import { render } from "../../../../../testing/render.tsx";
import type { Answer, Question } from "../../../questions/answer.ts";
import { createAnswerSheet } from "../../answerSheet.ts";
import type { Unit } from "../../units.ts";
import { AttemptPages } from "./AttemptPages.tsx";
import type { TestUnit } from "./attempt.ts";

beforeEach(() => {
  pretendBrowser();
  localStorage.clear();
});

const order: Question = {
  id: 2,
  type: "Ordering",
  question: "Put the first minute in order.",
  multiple: false,
  min_words: null,
  max_words: null,
  points: 1,
  options: ["Raise the alarm", "Leave the room"].map((text) => ({ text, picture: null, region: null })),
  pairs: [],
  media: [],
};

/** Shows an open attempt. Returns what is sent, and the spy of the submission. */
function show(review: TestUnit["review"]) {
  const sent: Answer[] = [];
  const sheet = createAnswerSheet({
    course: { id: 4, attempt: 1 },
    viewerId: 1,
    send: async (_, { answer }) => {
      sent.push(answer);
      return { isCorrect: true };
    },
  });
  const open = { id: 7, number: 1, seconds_left: null, carried: 0 };
  const unit = { __typename: "TestUnitType", id: 9, tests: [order], test: { open }, questions_per_page: 1, review };
  sheet.hold({ unit: unit as unknown as Unit, responses: [] });
  sheet.start();
  const send = vi.fn();
  function Shown() {
    const answers = useSyncExternalStore(sheet.subscribe, sheet.get);
    return (
      <AttemptPages
        unit={unit as unknown as TestUnit}
        open={open}
        readAt={0}
        answers={answers}
        sheet={sheet}
        submission={{ send, isPending: false, problem: null }}
        onTimeUp={async () => {}}
      />
    );
  }
  render(<Shown />);
  return { sent, send };
}

test("an order that the learner has not touched is not answered, and the submission asks about it", async () => {
  const { sent, send } = show("after_attempt");
  expect(screen.getByText("0 of 1 answered")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Submit test" }));
  expect(await screen.findByText("1 question has no answer. It counts as wrong.")).toBeDefined();
  expect([sent, send.mock.calls]).toEqual([[], []]);
});

test("an order is answered as it is shown by keeping it, and sent with the submission", async () => {
  const { sent, send } = show("after_attempt");
  await userEvent.click(screen.getByRole("button", { name: "Keep this order" }));
  expect(screen.getByText("1 of 1 answered")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Keep this order" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Submit test" }));
  expect(sent).toEqual([{ userOrder: ["Raise the alarm", "Leave the room"] }]);
  expect(send).toHaveBeenCalledOnce();
});

test("an order is answered by moving an entry", async () => {
  show("after_attempt");
  await userEvent.click(screen.getAllByRole("button", { name: "Move down" })[0]!);
  expect(screen.getByText("1 of 1 answered")).toBeDefined();
  expect(screen.queryByText("Not answered yet")).toBeNull();
});

test("an order is submitted on its own where each answer is reviewed", async () => {
  const { sent } = show("after_answer");
  expect(screen.queryByRole("button", { name: "Keep this order" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Submit" }));
  expect(sent).toEqual([{ userOrder: ["Raise the alarm", "Leave the room"] }]);
});
