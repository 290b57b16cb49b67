import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../../../../testing/browser.ts";
import { render } from "../../../../testing/render.tsx";
import { pretendServer } from "../../../../testing/server.ts";
import { newCourseState } from "../draftReducer.ts";
import { EditorContext, useDraft } from "../editorContext.ts";
import { Uploads } from "../uploads.ts";
import { LearningPathField } from "./LearningPathField.tsx";

beforeEach(pretendBrowser);
afterEach(() => void vi.unstubAllGlobals());

test("names the chosen prerequisites that are not published, and no other course", async () => {
  const courses = [
    { id: 1, title: "Chosen draft", status: "draft" },
    { id: 2, title: "Chosen and published", status: "published" },
    { id: 3, title: "Other draft", status: "draft" },
  ];
  pretendServer(() => ({ json: { data: { courses } } }));
  const course = { ...newCourseState.course, learning_path: [1, 2] };
  function Holder() {
    const draft = useDraft({ ...newCourseState, course });
    return (
      <EditorContext value={{ ...draft, uploads: new Uploads() }}>
        <LearningPathField />
      </EditorContext>
    );
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Holder />
    </QueryClientProvider>,
  );
  await screen.findByText("Chosen draft is not published. Learners can start without it.");
  expect(screen.getAllByText(/is not published/)).toHaveLength(1);
});
