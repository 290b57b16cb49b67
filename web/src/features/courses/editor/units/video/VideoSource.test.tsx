import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { render } from "../../../../../testing/render.tsx";
import { type CourseDraft, newUnit, type Unit } from "../../draft.ts";
import { newCourseState } from "../../draftReducer.ts";
import { EditorContext, useDraft } from "../../editorContext.ts";
import { listDraftErrors } from "../../publishRules.ts";
import { Uploads } from "../../uploads.ts";
import { VideoSource } from "./VideoSource.tsx";

vi.mock("../../../../../app/http.ts", () => ({ upload: () => Promise.reject(new Error("This file is empty.")) }));
vi.mock("../../../../../app/i18n.ts", () => ({ loadTexts: () => Promise.resolve() }));
vi.mock("../../../../../ui/file/MediaView.tsx", () => ({ MediaView: () => null }));

beforeEach(() => {
  URL.createObjectURL = () => "blob:preview";
  URL.revokeObjectURL = () => {};
});

/** Shows a video whose captions could not be uploaded. @returns the problems that keep the course from being saved */
async function open() {
  const unit: Unit = { ...newUnit("u", "Video", 1), file: "/files/1/ab/film", file_name: "film.mp4" };
  const uploads = new Uploads();
  let course: CourseDraft = { ...newCourseState.course, units: [unit] };
  function Holder() {
    const draft = useDraft({ ...newCourseState, course });
    course = draft.state.course;
    const onChange = (change: Partial<Unit>) => draft.dispatch({ do: "changeUnit", key: "u", change });
    return (
      <EditorContext value={{ ...draft, uploads }}>
        <VideoSource unit={course.units[0]!} onChange={onChange} />
      </EditorContext>
    );
  }
  const { container } = render(<Holder />);
  const [, captions] = container.querySelectorAll<HTMLInputElement>("input[type=file]");
  await userEvent.upload(captions!, new File([" "], "film.vtt", { type: "text/vtt" }));
  await screen.findByText("This file is empty.");
  return () => listDraftErrors(course, uploads);
}

test.each(["Remove film.mp4", "Choose another source"])(
  "forgets captions that could not be uploaded when the video is removed by '%s'",
  async (name) => {
    const problems = await open();
    expect(problems()).toEqual(["Video Unit 1 captions failed to upload: This file is empty."]);
    await userEvent.click(screen.getByRole("button", { name }));
    expect(problems()).toEqual([]);
  },
);
