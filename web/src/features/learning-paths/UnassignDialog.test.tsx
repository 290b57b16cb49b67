import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../../testing/browser.ts";
import { render } from "../../testing/render.tsx";
import { pretendServer } from "../../testing/server.ts";
import { connectToasts, type ToastInput } from "../../ui/toast.ts";
import { UnassignDialog } from "./UnassignDialog.tsx";

const viewer = vi.hoisted(() => ({ mayRestore: true }));
vi.mock("../../app/session.ts", () => ({ useViewer: () => ({ can: () => viewer.mayRestore }) }));
const toasts: ToastInput[] = [];
connectToasts((toast) => toasts.push(toast));
const refused = (message: string) => ({ json: { errors: [{ message, extensions: { code: "CONFLICT" } }] } });
const LONG = `Crew ${"of the harbour ".repeat(20)}`.trim();

beforeEach(() => {
  pretendBrowser();
  toasts.length = 0;
  viewer.mayRestore = true;
});
afterEach(() => void vi.unstubAllGlobals());

/** Opens the dialog for a group. @param problems why the server refuses an operation, by its name */
async function open(problems: Record<string, string> = {}) {
  const calls = pretendServer(({ body }) => {
    const name = /mutation (\w+)/.exec(body.query ?? "")![1]!;
    return problems[name] ? refused(problems[name]) : { json: { data: {} } };
  });
  const [onClose, onDone] = [vi.fn<() => void>(), vi.fn<() => void>()];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UnassignDialog pathId={7} from={{ group_ids: [3] }} name={LONG} onClose={onClose} onDone={onDone} />
    </QueryClientProvider>,
  );
  const dialog = await screen.findByRole("alertdialog", { name: "End the assignment?" });
  return { calls, dialog, onClose, onDone };
}

const unassign = () => fireEvent.click(screen.getByText("Unassign"));

test("UnassignDialog says whom it is about and what ends, and sends nothing before it is confirmed", async () => {
  const { calls, dialog } = await open();
  expect(dialog.textContent).toContain(LONG);
  expect(dialog.textContent).toContain("People who are in courses for no other reason leave them.");
  expect(dialog.textContent).toContain("Who has completed the learning path stays complete.");
  expect(calls).toEqual([]);
});

test("UnassignDialog ends the assignment, and its Undo restores the same assignment", async () => {
  const { calls, onClose, onDone } = await open();
  unassign();
  await waitFor(() => expect(toasts).toHaveLength(1));
  expect(toasts[0]).toMatchObject({ text: "The assignment has ended.", action: { label: "Undo" } });
  expect([onClose.mock.calls.length, onDone.mock.calls.length]).toEqual([1, 1]);
  toasts[0]!.action!.onPress();
  await waitFor(() => expect(toasts[1]?.text).toBe("The learning path is assigned again."));
  expect(calls.map(({ body }) => body.variables)).toMatchObject([
    { id: 7, from: { group_ids: [3] } },
    { id: 7, to: { group_ids: [3] } },
  ]);
  expect(calls[1]!.body.query).toContain("restoreLearningPathAssignment");
});

test("UnassignDialog offers no Undo to who may not restore", async () => {
  viewer.mayRestore = false;
  await open();
  unassign();
  await waitFor(() => expect(toasts).toHaveLength(1));
  expect(toasts[0]).not.toHaveProperty("action");
});

test("UnassignDialog stays open and says why the assignment could not be ended", async () => {
  const { onClose, onDone } = await open({ UnassignLearningPath: "The learning path is not available." });
  unassign();
  expect((await screen.findByRole("alert")).textContent).toBe("The learning path is not available.");
  expect(onClose).not.toHaveBeenCalled();
  expect(onDone).not.toHaveBeenCalled();
  expect(toasts).toEqual([]);
});

test("UnassignDialog says why the assignment could not be restored", async () => {
  await open({ RestoreLearningPathAssignment: "The course is full." });
  unassign();
  await waitFor(() => expect(toasts).toHaveLength(1));
  toasts[0]!.action!.onPress();
  await waitFor(() => expect(toasts[1]).toEqual({ kind: "error", text: "The course is full." }));
});
