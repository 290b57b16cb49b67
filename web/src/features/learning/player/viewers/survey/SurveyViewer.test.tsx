import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { render } from "../../../../../testing/render.tsx";
import type { SurveyUnit } from "./surveyDraft.ts";
import { SurveyViewer } from "./SurveyViewer.tsx";

vi.mock("../../../../../app/session.ts", () => ({ useViewer: () => ({ id: 7 }) }));
vi.mock("../../../../../ui/text/RichText.tsx", () => ({ RichText: () => null }));
beforeEach(() => {
  localStorage.clear();
  for (const user of [7, 8]) localStorage.setItem(`survey:${user}:9`, JSON.stringify({ at: 1, thing: {} }));
});

function show(is_anonymous: boolean, has_answered: boolean) {
  const unit = { id: 9, content: null, is_anonymous, survey_questions: [], survey: { has_answered, answers: [] } };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SurveyViewer mode="player" courseId={4} unit={unit as unknown as SurveyUnit} />
    </QueryClientProvider>,
  );
  expect(screen.getByText(/^This survey is/)).toBeDefined();
  return Object.keys(localStorage).toSorted();
}

test("SurveyViewer removes the draft of an anonymous survey that was answered on another device", () => {
  expect(show(true, true)).toEqual(["survey:8:9"]);
});

test.each([
  ["an anonymous survey that is not answered", true, false],
  ["a survey with names, whose answers may be changed", false, true],
])("SurveyViewer keeps the draft of %s", (_, isAnonymous, hasAnswered) => {
  expect(show(isAnonymous, hasAnswered)).toEqual(["survey:7:9", "survey:8:9"]);
});
