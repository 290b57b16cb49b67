import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { viewerQuery, type Viewer } from "../../../app/session.ts";
import { pretendBrowser } from "../../../testing/browser.ts";
import { renderInRouter } from "../../../testing/render.tsx";
import { aViewer, pretendServer } from "../../../testing/server.ts";
import { CourseEditor } from "./CourseEditor.tsx";
import { emptyCourse, newUnit } from "./draft.ts";
import { type EditorState, newCourseState, type UnsavedWork } from "./draftReducer.ts";
import type { StoredWork } from "./storedWork.ts";

const stored: { work: StoredWork | null } = { work: null };
/** What the server answers, and what it was sent. */
const server: {
  save: () => Promise<object>;
  course: EditorState;
  /** Whether it cannot be reached to read the course. */
  isGone: boolean;
  upload: Promise<object>;
  saved: { version: number; status: string; audios: { audio_path: string | null }[] }[];
} = vi.hoisted(() => ({}) as never);

// The rich-text editor needs a real browser. This one reads its text once, as the real one does.
vi.mock("./richtext/RichTextField.tsx", () => ({
  RichTextField: ({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) => (
    <textarea aria-label={label} defaultValue={value} onChange={({ target }) => onChange(target.value)} />
  ),
}));
vi.mock("./storedWork.ts", () => ({
  readWork: () => Promise.resolve(stored.work),
  storeWork: async (_: string, __: string, work: UnsavedWork) => void (stored.work = { ...work, keptAt: Date.now() }),
  storeOffer: async (_: string, __: string, work: UnsavedWork) => void (stored.work = { ...work, keptAt: Date.now() }),
  takeOffer: () => {},
  createEditorId: () => "a",
  deleteWork: async () => void (stored.work = null),
}));
vi.mock("../../../app/http.ts", async (original) => ({
  ...(await original<object>()),
  upload: () => server.upload,
}));
vi.mock("./courseFromServer.ts", () => ({ toEditorState: () => server.course }));

const accepted = { data: { editCourse: { id: 7, version: 2 } } };
const conflict = { errors: [{ message: "Another user saved this course.", extensions: { code: "CONFLICT" } }] };

beforeEach(() => {
  pretendBrowser();
  Element.prototype.scrollIntoView = () => {};
  stored.work = null;
  server.saved = [];
  server.isGone = false;
  server.course = withText("saved");
  server.save = () => Promise.resolve(accepted);
  pretendServer(async ({ body: { query = "", variables } }) => {
    if (query.includes("mutation EditCourse(")) {
      server.saved.push(variables!["input"] as (typeof server.saved)[number]);
      return { json: await server.save() };
    }
    if (query.includes("mutation AnnounceEditing("))
      return { json: { data: { announceEditing: { version: server.course.version, saved_by: null, editors: [] } } } };
    if (server.isGone && query.includes("query CourseToEdit(")) return { status: 500, json: { error: "Gone." } };
    const answers = { CourseToEdit: { course: { may_edit: true } }, CourseImpact: { courseImpact: { learners: 0 } } };
    const data = Object.entries(answers).find(([name]) => query.includes(`query ${name}(`))?.[1];
    return { json: { data: data ?? {} } };
  });
});
afterEach(() => void vi.unstubAllGlobals());

/** Returns a draft with one text, which is open. */
function withText(content: string, version = 1): EditorState {
  const units = [{ ...newUnit("unit-1", "Content", 1), id: 1, content }];
  const course = { ...emptyCourse, title: "Ropes", description: "d", units };
  return { ...newCourseState, id: 7, version, course, saved: course, selected: "unit-1" };
}

async function open(initial: EditorState) {
  const client = new QueryClient();
  client.setQueryData(viewerQuery.queryKey, aViewer("instructor", ["course.author"]) as Viewer);
  await renderInRouter(
    <QueryClientProvider client={client}>
      <CourseEditor initial={initial} />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const text = () => screen.getByLabelText<HTMLTextAreaElement>("Content").value;
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  screen.findByRole("button", { name }).then((button) => user.click(button));

test("shows the restored text of the unit that is open", async () => {
  const { course, version, selected, lastKey } = withText("not saved yet");
  stored.work = { course, version, selected, lastKey, keptAt: Date.now() };
  const user = await open(withText("saved"));
  await press(user, "Restore");
  expect(text()).toBe("not saved yet");
});

test("shows the other author's text of the open unit after a reload, and one's own after a restore", async () => {
  server.save = () => Promise.resolve(conflict);
  server.course = withText("theirs", 2);
  const user = await open(withText("saved"));
  await user.clear(screen.getByLabelText("Content"));
  await user.type(screen.getByLabelText("Content"), "mine");
  await press(user, "Save draft");
  await press(user, "Reload");
  await screen.findByRole("button", { name: "Restore" });
  expect(text()).toBe("theirs");
  await press(user, "Restore");
  expect(text()).toBe("mine");
});

test("leaves the open text alone when a draft is saved", async () => {
  server.course = withText("saved", 2);
  const user = await open(withText("saved"));
  await user.type(screen.getByLabelText("Content"), " more");
  const field = screen.getByLabelText("Content");
  await press(user, "Save draft");
  await vi.waitFor(() => expect(screen.queryByText("Unsaved changes")).toBeNull());
  expect(screen.getByLabelText("Content")).toBe(field);
});

test("keeps the page covered during a second save that waits for the same upload", async () => {
  const arrival = Promise.withResolvers<object>();
  const saving = Promise.withResolvers<object>();
  server.upload = arrival.promise;
  server.save = () => saving.promise;
  const user = await open({ ...withText("saved"), selected: "overview" });
  await user.upload(
    document.querySelector<HTMLInputElement>("input[type=file][aria-label=Thumbnail]")!,
    new File(["picture"], "rope.png", { type: "image/png" }),
  );
  await press(user, "Save draft");
  await press(user, "Back to the course");
  await press(user, "Save draft");
  await screen.findByText("Uploading content and files, please wait...");
  arrival.resolve({ url: "/files/1/ab/rope" });
  await screen.findByText("Saving...");
  server.course = withText("saved", 2);
  saving.resolve(accepted);
  await vi.waitFor(() => expect(screen.queryByText("Saving...")).toBeNull());
});

test("does not withdraw a course that another author published, when a draft of it is overwritten", async () => {
  server.save = () => Promise.resolve(server.saved.at(-1)!.version === 1 ? conflict : accepted);
  server.course = { ...withText("theirs", 2), status: "published" };
  const user = await open(withText("saved"));
  await user.clear(screen.getByLabelText("Content"));
  await user.type(screen.getByLabelText("Content"), "mine");
  await press(user, "Save draft");
  await press(user, "Overwrite");
  await screen.findByText("Published");
  expect(screen.queryByRole("button", { name: "Save draft" })).toBeNull();
  expect(screen.getByText("Unsaved changes")).toBeDefined();
  expect(text()).toBe("mine");
  await press(user, "Update Course");
  await vi.waitFor(() => expect(server.saved.at(-1)).toMatchObject({ version: 2, status: "published" }));
  expect(server.saved.map(({ version, status }) => [version, status])).toEqual([
    [1, "draft"],
    [2, "published"],
  ]);
});

test("waits for an upload before it overwrites the other author's version", async () => {
  const arrival = Promise.withResolvers<object>();
  server.upload = arrival.promise;
  server.course = withText("theirs", 2);
  const { course, ...state } = withText("saved");
  const units = [...course.units, newUnit("new-1", "Audio", 2)];
  const user = await open({ ...state, course: { ...course, units }, selected: "new-1" });
  await user.upload(
    document.querySelector<HTMLInputElement>("input[type=file]")!,
    new File(["sound"], "bell.mp3", { type: "audio/mpeg" }),
  );
  await press(user, "Compare versions");
  await press(user, "Overwrite");
  await screen.findByText("Uploading content and files, please wait...");
  expect(server.saved).toEqual([]);
  arrival.resolve({ url: "/files/1/ab/bell" });
  await vi.waitFor(() =>
    expect(server.saved).toMatchObject([{ version: 2, audios: [{ audio_path: "/files/1/ab/bell" }] }]),
  );
});

test("goes on from a draft that was saved when it cannot be read again", async () => {
  server.isGone = true;
  const user = await open(withText("saved"));
  await user.type(screen.getByLabelText("Content"), " more");
  await press(user, "Save draft");
  await vi.waitFor(() => expect(screen.queryByText("Unsaved changes")).toBeNull());
  expect(screen.queryByRole("alert")).toBeNull();
  await user.type(screen.getByLabelText("Content"), " and more");
  await press(user, "Save draft");
  await vi.waitFor(() => expect(server.saved.map(({ version }) => version)).toEqual([1, 2]));
});
