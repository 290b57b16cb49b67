import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../../../testing/browser.ts";
import { render } from "../../../testing/render.tsx";
import { pretendServer } from "../../../testing/server.ts";
import { SurveyQuestionResult } from "./SurveyQuestionResult.tsx";

afterEach(() => void vi.unstubAllGlobals());

const question = {
  key: "why",
  kind: "text",
  text: "Why?",
  is_multiple: false,
  answered: 25,
  mean: null,
  options: [],
};

test("the texts of a survey begin at the first page when the filters change", async () => {
  pretendBrowser();
  // In the group there are fewer texts than a page has.
  pretendServer(({ body: { variables = {} } }) => {
    const all = Array.from({ length: variables["group_ids"] ? 2 : 25 }, (_, at) => ({
      text: `Text ${at + 1}`,
      name: null,
    }));
    const offset = variables["offset"] as number;
    return { json: { data: { surveyTexts: { total: all.length, rows: all.slice(offset, offset + 20) } } } };
  });
  const client = new QueryClient();
  const show = (people: object) => (
    <QueryClientProvider client={client}>
      <SurveyQuestionResult place={{ course_id: 4, unit_id: 9, ...people }} question={question} number={1} />
    </QueryClientProvider>
  );
  const { rerender } = render(show({}));
  await screen.findByText("Text 1");
  fireEvent.click(screen.getByText("Next"));
  await screen.findByText("Text 25");
  rerender(show({ group_ids: [3] }));
  expect(await screen.findByText("Text 2")).toBeDefined();
});
