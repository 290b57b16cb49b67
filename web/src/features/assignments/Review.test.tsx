import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../app/queryClient.ts";
import { pretendBrowser } from "../../testing/browser.ts";
import { render } from "../../testing/render.tsx";
import { pretendServer } from "../../testing/server.ts";
import { Review } from "./Review.tsx";
import type { Submission } from "./assignments.documents.ts";

beforeEach(() => {
  pretendBrowser();
  queryClient.clear();
});
afterEach(() => void vi.unstubAllGlobals());

const submission = (more: Partial<Submission> = {}) =>
  ({ id: 5, state: "submitted", comment: null, reviewer: null, reviewed_at: null, history: [], ...more }) as Submission;

function show(answer: { json: unknown }, given = submission()) {
  const calls = pretendServer(() => answer);
  render(
    <QueryClientProvider client={queryClient}>
      <Review submission={given} />
    </QueryClientProvider>,
  );
  return () => calls.map(({ body }) => body.variables);
}

const done = { json: { data: { reviewSubmission: { id: 5 } } } };

test("Review returns a submission only with a comment", async () => {
  const sent = show(done);
  await userEvent.click(screen.getByRole("button", { name: "Return" }));
  expect(screen.getByText("Describe what has to be changed.")).toBeDefined();
  expect(sent()).toEqual([]);
  await userEvent.type(screen.getByLabelText("Comment"), "Say more.");
  await userEvent.click(screen.getByRole("button", { name: "Return" }));
  expect(sent()).toEqual([expect.objectContaining({ id: 5, accept: false, comment: "Say more." })]);
});

test("Review accepts a submission without a comment", async () => {
  const sent = show(done);
  await userEvent.click(screen.getByRole("button", { name: "Accept" }));
  expect(sent()).toEqual([expect.objectContaining({ id: 5, accept: true })]);
});

test("Review shows the server's message and keeps the comment when another reviewer has decided", async () => {
  const message = "This submission has been reviewed already. Reload the page to see what was decided.";
  show({ json: { errors: [{ message, extensions: { code: "CONFLICT" } }] } });
  await userEvent.type(screen.getByLabelText("Comment"), "Say more.");
  await userEvent.click(screen.getByRole("button", { name: "Return" }));
  expect((await screen.findByRole("alert")).textContent).toBe(message);
  expect(screen.getByLabelText<HTMLTextAreaElement>("Comment").value).toBe("Say more.");
});

test("Review withdraws an acceptance, and offers that for no other decision", async () => {
  const sent = show({ json: { data: { withdrawAcceptance: { id: 5 } } } }, submission({ state: "accepted" }));
  await userEvent.click(screen.getByRole("button", { name: "Withdraw acceptance" }));
  expect(sent()).toEqual([expect.objectContaining({ id: 5 })]);
  cleanup();
  show(done, submission({ state: "returned" }));
  expect(screen.queryByRole("button", { name: "Withdraw acceptance" })).toBeNull();
});

test("Review shows who decided, without a way to decide again", () => {
  show(done, submission({ state: "returned", reviewer: "Daniel Whitcombe", comment: "Say more." }));
  expect(screen.getByText("Returned")).toBeDefined();
  expect(screen.getByText(/Daniel Whitcombe/)).toBeDefined();
  expect(screen.queryByRole("button")).toBeNull();
});
