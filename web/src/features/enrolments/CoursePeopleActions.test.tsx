import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { viewerQuery, type Viewer } from "../../app/session.ts";
import { pretendBrowser } from "../../testing/browser.ts";
import { render } from "../../testing/render.tsx";
import { aViewer, pretendServer } from "../../testing/server.ts";
import { connectToasts, type ToastInput } from "../../ui/toast.ts";
import { CoursePeopleActions } from "./CoursePeopleActions.tsx";

beforeEach(pretendBrowser);
afterEach(() => void vi.unstubAllGlobals());

/** More people than the server takes in one list. */
const IDS = Array.from({ length: 12_000 }, (_, at) => at + 1);
const FORMER = IDS.map((user_id) => ({ user_id, due_on: null, is_by_hand: true }));

/** Opens the actions for all people of a course. @returns what is sent, and the messages that are shown */
function openActions() {
  const calls = pretendServer(({ body: { query, variables } }) => {
    const count = Object.values(variables ?? {}).find(Array.isArray)?.length ?? 0;
    if (count > 10_000) return { json: { errors: [{ message: "Send at most 10000 items in a list." }] } };
    const [name] = /(?<= )\w+(?=\()/.exec(query!)!;
    const data = {
      EndCourseEnrolments: { endCourseEnrolments: { count: IDS.length, ended_ids: IDS } },
      RestoreEnrolments: { restoreEnrolments: count },
      MarkCourseComplete: { markCourseComplete: { count: IDS.length, user_ids: IDS, at: "now" } },
      TakeBackCompletion: { takeBackCompletion: count - 1 },
      ChangeDueDates: { changeDueDates: { count: IDS.length, former: FORMER } },
      RestoreDueDates: { restoreDueDates: count },
      ResetProgress: { resetProgress: 3 },
    }[name];
    return { json: { data } };
  });
  const shown: ToastInput[] = [];
  connectToasts((input) => void shown.push(input));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const can = ["deleted.restore", "certificate.manage"];
  client.setQueryData(viewerQuery.queryKey, aViewer("admin", can) as unknown as Viewer);
  render(
    <QueryClientProvider client={client}>
      <CoursePeopleActions courseId={5} people={{}} count={IDS.length} onDone={() => {}} />
    </QueryClientProvider>,
  );
  const sent = (name: string) =>
    calls.filter(({ body }) => body.query?.includes(`${name}(`)).map(({ body }) => body.variables!);
  const listed = (name: string) =>
    sent(name).flatMap((variables) => Object.values(variables).filter(Array.isArray) as unknown[][]);
  return { shown, sent, listed };
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

test.each([
  {
    action: "End enrolment",
    fill: async () => userEvent.click(screen.getAllByRole("button", { name: "End enrolment" }).at(-1)!),
    undo: "restoreEnrolments",
    sent: IDS,
    texts: ["12,000 enrolments were ended."],
  },
  {
    action: "Mark as complete",
    fill: async () => {
      await userEvent.type(await screen.findByRole("textbox", { name: /Reason/ }), "Classroom");
      await userEvent.click(screen.getAllByRole("button", { name: "Mark as complete" }).at(-1)!);
    },
    undo: "takeBackCompletion",
    sent: IDS,
    texts: [
      "The course was marked as complete for 12,000 people.",
      "2 people have completed the course since or have a certificate of it, and keep it.",
    ],
  },
  {
    action: "Set due date",
    fill: async () => {
      await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Due date" }), "No due date");
      await userEvent.click(screen.getAllByRole("button", { name: "Set due date" }).at(-1)!);
    },
    undo: "restoreDueDates",
    sent: FORMER,
    texts: ["The due date was set for 12,000 people."],
  },
])("'$action' for more people than a list of a request may have is undone in parts", async (given) => {
  const { shown, listed } = openActions();
  await press(given.action);
  await given.fill();
  await waitFor(() => expect(shown).toHaveLength(1));
  shown[0]!.action!.onPress();
  await waitFor(() => expect(listed(given.undo)).toHaveLength(2));
  expect(listed(given.undo).flat()).toEqual(given.sent);
  await waitFor(() => expect(shown.map(({ text }) => text)).toEqual(given.texts));
});

test("resets the progress of the chosen people after a question, and offers no undo", async () => {
  const { shown, sent } = openActions();
  await press("Reset progress");
  expect(await screen.findByText(/This cannot be undone/)).toBeDefined();
  expect(sent("resetProgress")).toEqual([]);
  await userEvent.click(screen.getAllByRole("button", { name: "Reset progress" }).at(-1)!);
  await waitFor(() => expect(shown).toEqual([{ kind: "success", text: "The progress of 3 people was reset." }]));
  expect(sent("resetProgress")).toEqual([{ course_id: 5, people: {}, branchUrl: null }]);
});
