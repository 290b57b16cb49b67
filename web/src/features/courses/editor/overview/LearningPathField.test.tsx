import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
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

/** @returns what is chosen */
function open(courses: { id: number; title: string; status: string }[], learning_path: number[]) {
  pretendServer(() => ({ json: { data: { courses } } }));
  const course = { ...newCourseState.course, learning_path };
  let chosen = learning_path;
  function Holder() {
    const draft = useDraft({ ...newCourseState, course });
    chosen = draft.state.course.learning_path;
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
  return () => chosen;
}

test("names the chosen prerequisites that are not published, and no other course", async () => {
  const courses = [
    { id: 1, title: "Chosen draft", status: "draft" },
    { id: 2, title: "Chosen and published", status: "published" },
    { id: 3, title: "Other draft", status: "draft" },
  ];
  open(courses, [1, 2]);
  await screen.findByText("Chosen draft is not published. Learners can start without it.");
  expect(screen.getAllByText(/is not published/)).toHaveLength(1);
});

test("keeps a prerequisite that the author cannot see when another is chosen, and removes it when asked", async () => {
  const chosen = open([{ id: 2, title: "Ropes", status: "published" }], [9]);
  await screen.findByRole("button", { name: "Remove Unavailable course" });
  await userEvent.click(screen.getByRole("combobox", { name: "Courses" }));
  await userEvent.click(await screen.findByRole("option", { name: "Ropes" }));
  expect(chosen()).toEqual([9, 2]);
  await userEvent.click(screen.getByRole("button", { name: "Remove Unavailable course" }));
  expect(chosen()).toEqual([2]);
});
