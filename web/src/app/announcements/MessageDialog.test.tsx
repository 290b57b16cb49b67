import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { render } from "../../testing/render.tsx";
import { ApiError } from "../errors.ts";
import { MessageDialog } from "./MessageDialog.tsx";

const sent = vi.hoisted(() => [] as { body: string; request_key: string }[]);
vi.mock("../graphql.ts", async (importOriginal) => ({
  ...(await importOriginal<object>()),
  execute: (_document: unknown, { input }: { input: (typeof sent)[number] }) => {
    sent.push(input);
    return Promise.reject(new ApiError("The server could not be reached.", { code: "NETWORK" }));
  },
}));

test("MessageDialog repeats an unanswered message under its key, and sends a changed one under another", async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MessageDialog people={{ users: {} }} count={3} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  const send = async (times: number) => {
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    await vi.waitFor(() => expect(sent).toHaveLength(times));
    await screen.findByText("An unexpected error occurred. Please try again later.");
  };
  await userEvent.type(screen.getByLabelText(/Subject/), "Closed");
  await userEvent.type(screen.getByLabelText(/Text/), "On Monday");
  await send(1);
  await send(2);
  await userEvent.type(screen.getByLabelText(/Text/), " and Tuesday");
  await send(3);
  const [first, repeated, changed] = sent;
  expect(repeated).toEqual(first);
  expect(changed!.body).toBe("On Monday and Tuesday");
  expect(changed!.request_key).not.toBe(first!.request_key);
});
