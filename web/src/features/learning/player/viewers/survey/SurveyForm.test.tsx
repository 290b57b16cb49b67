import { QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../../../../app/queryClient.ts";
import { pretendBrowser } from "../../../../../testing/browser.ts";
import { render } from "../../../../../testing/render.tsx";
import { pretendServer } from "../../../../../testing/server.ts";
import type { Answers, SurveyUnit } from "./surveyDraft.ts";
import { SurveyForm } from "./SurveyForm.tsx";

beforeEach(() => {
  pretendBrowser();
  localStorage.clear();
});
afterEach(() => void vi.unstubAllGlobals());

const question = {
  key: "how",
  kind: "choice",
  text: "How did you travel?",
  is_required: true,
  points: 5,
  low: "",
  high: "",
  is_multiple: true,
  options: [
    { key: "bus", text: "By bus" },
    { key: "boat", text: "By boat" },
  ],
};

/** Shows the survey to a learner who chose the bus, and a train that its author has removed since. */
function show({ given = {} as Answers } = {}) {
  const calls = pretendServer(() => ({ json: { data: { submitSurvey: { course_complete: false } } } }));
  render(
    <QueryClientProvider client={queryClient}>
      <SurveyForm
        courseId={4}
        unit={{ __typename: "SurveyUnitType", id: 9, survey_questions: [question] } as unknown as SurveyUnit}
        isPreview={false}
        keptUnder="1:9"
        given={given}
        onCancel={undefined}
        onDone={async () => {}}
        onRefused={async () => {}}
      />
    </QueryClientProvider>,
  );
  return () => calls.map(({ body }) => (body.variables!["answers"] as { options: string[] }[])[0]!.options);
}

const former = { how: { number: null, options: ["bus", "train"], text: "" } };

test.each(["that were submitted", "that are kept on this device"])(
  "a survey leaves out removed options of answers %s",
  async (which) => {
    const isDraft = which.includes("device");
    if (isDraft) localStorage.setItem("survey:1:9", JSON.stringify({ at: 1, thing: former }));
    const sent = show(isDraft ? {} : { given: former });
    await userEvent.click(screen.getByRole("checkbox", { name: "By boat" }));
    await userEvent.click(screen.getByRole("button", { name: "Submit answers" }));
    await expect.poll(sent).toEqual([["bus", "boat"]]);
  },
);

test("a survey asks a required question again whose chosen options were all removed", async () => {
  const sent = show({ given: { how: { ...former.how, options: ["train"] } } });
  await userEvent.click(screen.getByRole("button", { name: "Submit answers" }));
  expect(screen.getByText("Answer this question.")).toBeTruthy();
  expect(sent()).toEqual([]);
});
