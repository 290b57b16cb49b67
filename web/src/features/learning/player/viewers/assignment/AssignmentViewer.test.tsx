import { QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../../../../app/queryClient.ts";
import { pretendBrowser } from "../../../../../testing/browser.ts";
import { render } from "../../../../../testing/render.tsx";
import { aViewer, pretendServer } from "../../../../../testing/server.ts";
import { AssignmentViewer } from "./AssignmentViewer.tsx";

let handedIn: object[] = [];
let isRefusing = false;
/** The answer to a submission waits for this. */
let underway: Promise<void> | undefined;

beforeEach(() => {
  pretendBrowser();
  localStorage.clear();
  queryClient.clear();
  queryClient.setQueryData(["viewer"], aViewer("learner"));
  handedIn = [];
  isRefusing = false;
  underway = undefined;
});
afterEach(() => void vi.unstubAllGlobals());

const submission = (state: string, more: object = {}) => ({
  id: 5,
  unit_id: 9,
  kind: "AssignmentText",
  content: "We rowed.",
  file_path: null,
  file_name: null,
  state,
  comment: null,
  created_at: "2026-11-20T10:00:00Z",
  reviewed_at: null,
  ...more,
});

function show({ attempt = 1 } = {}) {
  const calls = pretendServer(async ({ body }) => {
    if (body.query?.includes("viewer")) return { json: { data: { viewer: aViewer("learner") } } };
    if (body.query?.includes("mySubmissions")) return { json: { data: { mySubmissions: handedIn } } };
    await underway;
    if (isRefusing) return "unreachable";
    handedIn = [submission("submitted")];
    return { json: { data: { storeUnitResponse: { id: 1, response: JSON.stringify({ timeSpent: 3 }) } } } };
  });
  const shown = render(
    <QueryClientProvider client={queryClient}>
      <AssignmentViewer
        courseId={4}
        attempt={attempt}
        timeSpent={() => 3}
        unit={{
          __typename: "AssignmentUnitType",
          id: 9,
          title: "Write",
          unit_order: 1,
          time_limit: null,
          is_complete: false,
          time_spent: 0,
          tests: [],
          content: null,
          completion_option: "instructor-accepts",
        }}
      />
    </QueryClientProvider>,
  );
  const sent = () =>
    calls
      .filter(({ body }) => body.query?.includes("storeUnitResponse"))
      .map(({ body }) => body.variables!["input"] as { input_type: string; response: string });
  return { ...shown, sent };
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

test("rejects an empty text with the specified message", async () => {
  const { sent } = show();
  await press("Submit Text");
  await userEvent.type(screen.getByLabelText("Your text"), "   ");
  await press("Submit");
  expect(screen.getByRole("alert").textContent).toBe("Please provide a valid submission.");
  expect(sent()).toEqual([]);
});

test("submits a text, which then waits for review", async () => {
  const { sent } = show();
  await press("Submit Text");
  await userEvent.type(screen.getByLabelText("Your text"), "We rowed.");
  await press("Submit");
  expect(await screen.findByText("Waiting for review")).toBeDefined();
  expect(screen.getByText("Response submitted successfully")).toBeDefined();
  expect(sent().map(({ input_type, response }) => [input_type, JSON.parse(response)])).toEqual([
    ["AssignmentText", { type: "AssignmentText", content: "We rowed.", timeSpent: 3, given_id: expect.any(String) }],
  ]);
  expect(localStorage.getItem("assignment:1:9")).toBeNull();
});

test("restores a draft after the page was closed and drops it on Cancel", async () => {
  const first = show();
  await press("Submit Text");
  await userEvent.type(screen.getByLabelText("Your text"), "We rowed");
  first.unmount();
  show();
  expect((await screen.findByLabelText<HTMLTextAreaElement>("Your text")).value).toBe("We rowed");
  await press("Cancel");
  await press("Submit Text");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Your text").value).toBe("");
});

test("keeps the text and shows the failure in place when offline", async () => {
  isRefusing = true;
  show();
  await press("Submit Text");
  await userEvent.type(screen.getByLabelText("Your text"), "We rowed.");
  await press("Submit");
  expect((await screen.findByRole("alert")).textContent).toContain("Failed to submit response");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Your text").value).toBe("We rowed.");
});

test("sends the same text again as the same submission and another text as a new one", async () => {
  isRefusing = true;
  const { sent } = show();
  await press("Submit Text");
  await userEvent.type(screen.getByLabelText("Your text"), "We rowed.");
  await press("Submit");
  await screen.findByRole("alert");
  await press("Submit");
  await waitFor(() => expect(sent()).toHaveLength(2));
  await userEvent.type(screen.getByLabelText("Your text"), " Fast.");
  await press("Submit");
  await waitFor(() => expect(sent()).toHaveLength(3));
  const [first, again, other] = idsIn(sent());
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

/** Returns the ids of the submissions. */
const idsIn = (sent: { response: string }[]) =>
  sent.map(({ response }) => (JSON.parse(response) as { given_id: string }).given_id);

test("sends an unanswered text as the same submission after a reload", async () => {
  isRefusing = true;
  const first = show();
  await press("Submit Text");
  await userEvent.type(screen.getByLabelText("Your text"), "We rowed.");
  await press("Submit");
  await screen.findByRole("alert");
  first.unmount();
  isRefusing = false;
  const second = show();
  await press("Submit");
  expect(await screen.findByText("Waiting for review")).toBeDefined();
  expect(idsIn(second.sent())).toEqual(idsIn(first.sent()));
  expect(localStorage.length).toBe(0);
});

test("sends an unanswered text of one attempt as a new submission in the next", async () => {
  isRefusing = true;
  const first = show();
  await press("Submit Text");
  await userEvent.type(screen.getByLabelText("Your text"), "We rowed.");
  await press("Submit");
  await screen.findByRole("alert");
  first.unmount();
  const second = show({ attempt: 2 });
  await press("Submit");
  await screen.findByRole("alert");
  expect(idsIn(second.sent())).not.toEqual(idsIn(first.sent()));
});

test("restores an unanswered file after a reload as the same submission", async () => {
  const uploaded = { path: "/files/report.pdf", name: "report.pdf" };
  localStorage.setItem("assignment:1:9", JSON.stringify({ at: 1, thing: { text: "", file: uploaded, sent: null } }));
  isRefusing = true;
  const first = show();
  expect(await screen.findByText("report.pdf")).toBeDefined();
  await press("Submit");
  await screen.findByRole("alert");
  first.unmount();
  const second = show();
  await press("Submit");
  await screen.findByRole("alert");
  expect(idsIn(second.sent())).toEqual(idsIn(first.sent()));
});

test("makes the text read-only while it is being sent", async () => {
  let answer = () => {};
  underway = new Promise((resolve) => (answer = resolve));
  show();
  await press("Submit Text");
  await userEvent.type(screen.getByLabelText("Your text"), "We rowed.");
  await press("Submit");
  await userEvent.type(screen.getByLabelText("Your text"), " And sang.");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Your text").value).toBe("We rowed.");
  answer();
  expect(await screen.findByText("Waiting for review")).toBeDefined();
});

test("shows the comment on a returned text, which starts the next one", async () => {
  handedIn = [submission("returned", { comment: "Say more." }), submission("returned", { id: 4, content: "Old" })];
  show();
  expect(await screen.findByText("Returned to you")).toBeDefined();
  expect(screen.getByText("Say more.")).toBeDefined();
  await press("Submit again");
  await press("Submit Text");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Your text").value).toBe("We rowed.");
});

test("accepts nothing more after an accepted submission", async () => {
  handedIn = [submission("accepted")];
  show();
  expect(await screen.findByText("Accepted")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Submit again" })).toBeNull();
});

test("rejects a file of another type before sending it", async () => {
  const open = vi.fn();
  vi.stubGlobal("XMLHttpRequest", open);
  show();
  await press("Upload File");
  const input = screen.getAllByLabelText<HTMLInputElement>("File").find((each) => each.tagName === "INPUT")!;
  const user = userEvent.setup({ applyAccept: false });
  await user.upload(input, new File(["MZ"], "report.exe"));
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Accepted files: PDF, DOCX, XLSX/);
  expect(open).not.toHaveBeenCalled();
  await press("Submit");
  await waitFor(() => expect(screen.getByText("Please provide a valid submission.")).toBeDefined());
});
