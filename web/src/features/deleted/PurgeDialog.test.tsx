import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { findDialog, render } from "../../testing/render.tsx";
import { pretendServer } from "../../testing/server.ts";
import { PurgeDialog } from "./PurgeDialog.tsx";

const item = {
  kind: "group",
  id: 5,
  name: "Night shift",
  detail: null,
  deleted_at: "2026-11-20T10:00:00.000Z",
  deleted_by: "Margaret Oyelaran",
  days_left: 12,
};

async function open(answer: object) {
  const onClose = vi.fn();
  const calls = pretendServer(() => ({ json: answer }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PurgeDialog item={item} onClose={onClose} />
    </QueryClientProvider>,
  );
  await findDialog();
  return { calls, onClose, user: userEvent.setup() };
}

const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Delete for good" });

test("PurgeDialog requires the name before it purges", async () => {
  const { calls, onClose, user } = await open({ data: { purgeDeleted: { id: 5 } } });
  expect(button().disabled).toBe(true);
  await user.type(screen.getByLabelText("Type the name to confirm"), "Night shif");
  expect(button().disabled).toBe(true);
  await user.type(screen.getByLabelText("Type the name to confirm"), "t");
  await user.click(button());
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(calls[0]!.body.variables).toMatchObject({ kind: "group", id: 5, name: "Night shift" });
});

test("PurgeDialog shows a refusal in place and keeps what was typed", async () => {
  const error = { message: "Deleted item not found.", extensions: { code: "NOT_FOUND" } };
  const { onClose, user } = await open({ data: null, errors: [error] });
  await user.type(screen.getByLabelText("Type the name to confirm"), "Night shift");
  await user.click(button());
  expect((await screen.findByRole("alert")).textContent).toBe("Deleted item not found.");
  expect(screen.getByLabelText<HTMLInputElement>("Type the name to confirm").value).toBe("Night shift");
  expect(onClose).not.toHaveBeenCalled();
});
