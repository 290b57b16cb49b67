import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { render } from "../../../../testing/render.tsx";
import { setBoot } from "../../../../app/boot.ts";
import { newUnit, type Unit, type UnitType } from "../draft.ts";
import { newCourseState } from "../draftReducer.ts";
import { EditorContext, useDraft } from "../editorContext.ts";
import { newQuestion } from "../question.ts";
import { Uploads } from "../uploads.ts";
import { UnitForm } from "./UnitForm.tsx";

type Sent = {
  url: string;
  form: FormData;
  signal?: AbortSignal;
  onProgress?: (part: number) => void;
  answer: (url: string, more?: object) => void;
  fail: (message: string) => void;
};
const sent: Sent[] = [];
/** The server's answer about the package of a unit. */
const known: { package: object } = { package: {} };

vi.mock("../../../../app/http.ts", () => ({
  request: () => Promise.resolve({ data: { scormPackage: known.package } }),
  upload: (url: string, form: FormData, options: Pick<Sent, "signal" | "onProgress">) =>
    new Promise((resolve, reject) => {
      sent.push({
        url,
        form,
        ...options,
        answer: (path, more) => resolve({ url: path, ...more }),
        fail: (message) => reject(new Error(message)),
      });
    }),
}));
vi.mock("../../../../ui/file/FileView.tsx", () => ({
  FileView: ({ src, type, children }: { src: string; type: string | null; children: React.ReactNode }) =>
    type === "application/pdf" ? <p>PDF at {src}</p> : children,
}));
vi.mock("../../../../app/i18n.ts", () => ({ loadTexts: () => Promise.resolve() }));
// The rich-text editor needs a real browser; end-to-end tests cover it.
vi.mock("../richtext/RichTextField.tsx", () => ({ RichTextField: ({ label }: { label: string }) => <p>{label}</p> }));

beforeEach(() => {
  sent.length = 0;
  URL.createObjectURL = () => "blob:preview";
  URL.revokeObjectURL = () => {};
});

function open(type: UnitType, change: Partial<Unit> = {}) {
  const unit = { ...newUnit("u", type, 1), ...change };
  const uploads = new Uploads();
  const queries = new QueryClient();
  let newest = unit;
  function Holder() {
    const { state, dispatch, latest } = useDraft({
      ...newCourseState,
      course: { ...newCourseState.course, units: [unit] },
      selected: "u",
    });
    newest = state.course.units[0]!;
    return (
      <QueryClientProvider client={queries}>
        <EditorContext value={{ state, dispatch, latest, uploads }}>
          <UnitForm unit={newest} />
        </EditorContext>
      </QueryClientProvider>
    );
  }
  const { container } = render(<Holder />);
  return {
    unit: () => newest,
    user: userEvent.setup(),
    choose: (file: File) =>
      userEvent.upload(container.querySelector<HTMLInputElement>("input[type=file]")!, file, { applyAccept: true }),
  };
}

const sound = () => new File(["sound"], "bell.mp3", { type: "audio/mpeg" });
const paper = () => new File(["paper"], "plan.docx", { type: "" });
const asked = [{ ...newQuestion("Free Text"), id: 5, question: "Why?" }];
const listOptions = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole("option")
    .map((option) => [option.getAttribute("value"), option.textContent]);

describe("an audio unit", () => {
  test("uploads a file at once, shows the progress, and plays it", async () => {
    const { unit, choose } = open("Audio");
    await choose(sound());
    expect(sent[0]!.url).toBe("/api/upload-audio");
    expect((sent[0]!.form.get("audio") as File).name).toBe("bell.mp3");
    expect(document.querySelector("audio")!.getAttribute("src")).toBe("blob:preview");
    sent[0]!.onProgress!(0.4);
    await screen.findByText("40%");
    sent[0]!.answer("/files/1/ab/bell");
    await waitFor(() => expect(unit()).toMatchObject({ file: "/files/1/ab/bell", file_name: "bell.mp3" }));
    await waitFor(() => expect(document.querySelector("audio")!.getAttribute("src")).toBe("/files/1/ab/bell"));
  });

  test("cancels a running upload", async () => {
    const { unit, choose, user } = open("Audio");
    await choose(sound());
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(sent[0]!.signal!.aborted).toBe(true);
    expect(unit().file).toBeNull();
    expect(document.querySelector("audio")).toBeNull();
    expect(screen.getByText("No file chosen")).toBeTruthy();
  });

  test("shows why an upload failed, and offers to retry or cancel", async () => {
    const { unit, choose, user } = open("Audio", { file: "/files/1/ab/old" });
    await choose(sound());
    sent[0]!.fail("The browser is offline.");
    expect((await screen.findByRole("alert")).textContent).toBe("The browser is offline.");
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(sent).toHaveLength(2);
    expect(screen.queryByRole("alert")).toBeNull();
    sent[1]!.fail("Still down.");
    await screen.findByText("Still down.");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("alert")).toBeNull();
    expect(unit().file).toBe("/files/1/ab/old");
  });

  test("refuses a file beyond the limit before it is sent", async () => {
    const { choose } = open("Audio");
    const file = sound();
    Object.defineProperty(file, "size", { value: 501 * 1024 * 1024 });
    await choose(file);
    expect((await screen.findByRole("alert")).textContent).toBe("This file is larger than 500 MB.");
    expect(sent).toEqual([]);
  });

  test("clears path and name when the file is removed, and nothing else", async () => {
    const { unit, user } = open("Audio", { file: "/files/1/ab/bell", file_name: "bell.mp3", questions: asked });
    await user.click(screen.getByRole("button", { name: "Remove bell.mp3" }));
    expect(unit()).toMatchObject({ file: null, file_name: null, questions: asked });
    expect(document.querySelector("audio")).toBeNull();
  });
});

describe("a document", () => {
  test("is uploaded as a presentation and offered for download", async () => {
    const { unit, choose } = open("Presentation");
    await choose(paper());
    expect(sent[0]!.url).toBe("/api/upload-presentation");
    sent[0]!.answer("/files/1/ab/plan");
    await waitFor(() => expect(unit().file).toBe("/files/1/ab/plan"));
    const link = await screen.findByRole("link", { name: "Download the document" });
    expect([link.getAttribute("href"), link.getAttribute("download")]).toEqual(["/files/1/ab/plan", "plan.docx"]);
    expect(screen.getByText("This type of document cannot be shown here. Learners download it.")).toBeTruthy();
  });

  test("is shown in place when it is a PDF, after the upload", async () => {
    const { choose } = open("Presentation");
    await choose(new File(["%PDF"], "plan.pdf", { type: "application/pdf" }));
    expect(screen.queryByText(/^PDF at/)).toBeNull();
    sent[0]!.answer("/files/1/ab/plan");
    await screen.findByText("PDF at /files/1/ab/plan");
  });

  test("accepts the eleven stated types", async () => {
    const { choose } = open("Presentation");
    await choose(new File(["x"], "tool.exe", { type: "" }));
    expect(sent).toEqual([]);
    const accept = document.querySelector<HTMLInputElement>("input[type=file]")!.accept;
    expect(accept.split(",")).toEqual(
      "pdf doc docx txt xls xlsx ppt pptx odt ods odp".split(" ").map((ending) => `.${ending}`),
    );
  });

  test("deletes its questions when it is removed, after a confirmation", async () => {
    const { unit, user } = open("Presentation", { file: "/files/1/ab/plan", questions: asked });
    await user.click(screen.getByRole("button", { name: "Remove Document" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Confirm Removal" }));
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(unit()).toMatchObject({ file: "/files/1/ab/plan", questions: asked });
    await user.click(screen.getByRole("button", { name: "Remove Document" }));
    await user.click(await screen.findByRole("button", { name: "Remove" }));
    expect(unit()).toMatchObject({ file: null, file_name: null, file_type: null, questions: [] });
  });

  test("keeps its questions when the file is replaced", async () => {
    const { unit, choose } = open("Presentation", { file: "/files/1/ab/plan", questions: asked });
    await choose(paper());
    sent[0]!.answer("/files/1/ab/other");
    await waitFor(() => expect(unit()).toMatchObject({ file: "/files/1/ab/other", questions: asked }));
  });
});

describe("a page in a frame", () => {
  const refusal = "Use an address that begins with https:// or http://.";
  const frame = () => document.querySelector("iframe");

  test("is accepted with 'Add URL' and with Enter, and shown 500 pixels high in a sandbox", async () => {
    const { unit, user } = open("iFrame");
    await user.type(screen.getByLabelText("URL"), "https://example.org/a");
    expect(unit().url).toBeNull();
    await user.click(screen.getByRole("button", { name: "Add URL" }));
    expect(unit().url).toBe("https://example.org/a");
    expect(frame()!.getAttribute("src")).toBe("https://example.org/a");
    expect(frame()!.className).toContain("h-[500px]");
    expect(frame()!.getAttribute("sandbox")).not.toContain("allow-top-navigation");
    await user.type(screen.getByLabelText("URL"), "b{Enter}");
    expect(unit().url).toBe("https://example.org/ab");
  });

  test("ignores blanks", async () => {
    const { unit, user } = open("iFrame", { url: "https://example.org" });
    await user.clear(screen.getByLabelText("URL"));
    await user.type(screen.getByLabelText("URL"), "   {Enter}");
    expect(unit().url).toBe("https://example.org");
    expect(screen.queryByText(refusal)).toBeNull();
  });

  test.each(["ftp://example.org", "example.org", "javascript:alert(1)"])("rejects %s", async (address) => {
    const { unit, user } = open("iFrame");
    await user.type(screen.getByLabelText("URL"), `${address}{Enter}`);
    expect(screen.getByText(refusal)).toBeTruthy();
    expect(unit().url).toBeNull();
    expect(frame()).toBeNull();
    await user.type(screen.getByLabelText("URL"), "x");
    expect(screen.queryByText(refusal)).toBeNull();
  });

  test("shows a page of an http:// address from the server after it is saved", async () => {
    const { unit, user } = open("iFrame", {
      url: "http://example.org",
      embed_url: "http://content.demo.test/api/proxy?s=1",
    });
    expect(frame()!.getAttribute("src")).toBe("http://content.demo.test/api/proxy?s=1");
    await user.type(screen.getByLabelText("URL"), "/b{Enter}");
    expect(unit()).toMatchObject({ url: "http://example.org/b", embed_url: null });
    expect(frame()).toBeNull();
    expect(screen.getByText(/is shown here once the course is saved/)).toBeTruthy();
  });

  test("gives a page of this site no origin of its own", () => {
    open("iFrame", { url: "http://example.org", embed_url: `${location.origin}/page` });
    expect(frame()!.getAttribute("sandbox")).toContain("allow-scripts");
    expect(frame()!.getAttribute("sandbox")).not.toContain("allow-same-origin");
  });

  test("reports a stored address that cannot be shown, and does not load it", () => {
    open("iFrame", { url: "example.org" });
    expect(screen.getByText(refusal)).toBeTruthy();
    expect(frame()).toBeNull();
  });
});

describe("completion options of a unit", () => {
  test.each<UnitType>(["Content", "Video", "Audio", "Presentation", "iFrame"])(
    "%s has time and questions",
    async (type) => {
      const { unit, user } = open(type);
      expect(listOptions("Completion option")).toEqual([
        ["", "None"],
        ["time", "Time"],
        ["question", "Question"],
      ]);
      expect(screen.queryByRole("button", { name: "Add question" })).toBeNull();
      await user.selectOptions(screen.getByLabelText("Completion option"), "time");
      await user.type(screen.getByLabelText("Time in seconds"), "45");
      expect(unit()).toMatchObject({ completion_option: "time", time_limit: "45" });
      await user.selectOptions(screen.getByLabelText("Completion option"), "question");
      expect(screen.queryByLabelText("Time in seconds")).toBeNull();
      expect(screen.getByRole("button", { name: "Add question" })).toBeTruthy();
    },
  );

  test("an assignment has acceptance and upload, and no questions", async () => {
    const { unit, user } = open("Assignment");
    expect(listOptions("Completion option")).toEqual([
      ["", "None"],
      ["instructor-accepts", "Instructor accepts"],
      ["user-uploads", "User uploads"],
    ]);
    await user.selectOptions(screen.getByLabelText("Completion option"), "instructor-accepts");
    expect(unit().completion_option).toBe("instructor-accepts");
    expect(screen.getByText("Learners continue when a reviewer has accepted their work.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Add question" })).toBeNull();
  });
});

describe("a package", () => {
  test("is uploaded as a package, and shows what the server found in it while it is unpacked", async () => {
    known.package = found;
    const { unit, choose } = open("Scorm");
    await choose(new File(["zip"], "course.zip", { type: "application/zip" }));
    expect(sent[0]!.url).toBe("/api/upload-scorm");
    sent[0]!.answer("/files/1/ab/course", { scorm: { id: 7 } });
    await waitFor(() =>
      expect(unit()).toMatchObject({ file: "/files/1/ab/course", file_name: "course.zip", scorm_id: 7 }),
    );
    expect(await screen.findByText("SCORM 1.2")).toBeTruthy();
    expect(screen.getByText("Unpacking 12 files ...")).toBeTruthy();
    expect(screen.getByRole("progressbar", { name: "Unpacking of the package" }).getAttribute("aria-valuenow")).toBe(
      "25",
    );
    expect(screen.queryByRole("button", { name: "Preview" })).toBeNull();
  });

  test("shows why it was refused, and offers to retry", async () => {
    const { unit, choose } = open("Scorm");
    await choose(new File(["zip"], "course.zip", { type: "application/zip" }));
    sent[0]!.fail("The package is encrypted. Save it without a password.");
    expect((await screen.findByRole("alert")).textContent).toBe(
      "The package is encrypted. Save it without a password.",
    );
    expect(unit()).toMatchObject({ file: null, scorm_id: null });
  });

  test("asks for a new upload, and offers no preview, when the server could not unpack it", async () => {
    known.package = { ...found, state: "failed" };
    open("Scorm", { file: "/files/1/ab/course", file_name: "course.zip", scorm_id: 7 });
    expect((await screen.findByRole("alert")).textContent).toMatch(/could not be unpacked.*Upload it again/);
    expect(screen.queryByRole("button", { name: "Preview" })).toBeNull();
  });

  test("can be previewed when it is ready, and removed with its file", async () => {
    known.package = { ...found, state: "ready", files_done: 12 };
    const { unit, user } = open("Scorm", { file: "/files/1/ab/course", file_name: "course.zip", scorm_id: 7 });
    expect(await screen.findByRole("button", { name: "Preview" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Remove course.zip" }));
    expect(unit()).toMatchObject({ file: null, file_name: null, scorm_id: null });
  });

  const found = {
    kind: "scorm_1_2",
    version: "1.2",
    title: "In the package",
    state: "unpacking",
    files: 12,
    files_done: 3,
    launch_units: 2,
  };
});

test("warns an author where packages run in a sandbox, and nowhere else", () => {
  open("Scorm");
  expect(screen.queryByTestId("packages-sandboxed")).toBeNull();
  setBoot({ sandboxesPackages: true });
  open("Scorm");
  expect(screen.getByTestId("packages-sandboxed").textContent).toMatch(/Some packages do not work there/);
  setBoot({ sandboxesPackages: false });
});
