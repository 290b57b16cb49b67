import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../../app/queryClient.ts";
import { pretendBrowser } from "../../../testing/browser.ts";
import { renderInRouter } from "../../../testing/render.tsx";
import { pretendServer } from "../../../testing/server.ts";
import { connectToasts, type ToastInput } from "../../../ui/toast.ts";
import { MessageForm } from "./MessageForm.tsx";
import type { Message } from "./messages.documents.ts";

beforeEach(() => {
  pretendBrowser();
  queryClient.clear();
});
afterEach(() => void vi.unstubAllGlobals());

const text = {
  language: "en",
  version: "opened",
  is_own: true,
  subject: "Work to review",
  body: "Please review it.",
  default_subject: "Work",
  default_body: "Review it.",
};
const message: Message = { kind: "submitted", name: "Work handed in", placeholders: [], texts: [text] };

test("the undo of a restored text says that the text could not be saved", async () => {
  pretendServer(({ body }) =>
    body.query?.includes("updateMessage")
      ? { json: { errors: [{ message: "Please try again.", extensions: { code: "INTERNAL" } }] } }
      : {
          json: {
            data: {
              restoreMessage: { kind: message.kind, texts: [{ language: "en", version: "restored" }] },
              previewMessage: { subject: "", blocks: [] },
            },
          },
        },
  );
  const shown: ToastInput[] = [];
  connectToasts((toast) => void shown.push(toast));
  await renderInRouter(
    <QueryClientProvider client={queryClient}>
      <MessageForm message={message} text={text} />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Restore the product's text" }));
  await expect.poll(() => shown.at(-1)?.text).toBe("The product's text was restored.");
  shown.at(-1)!.action!.onPress();
  await expect.poll(() => shown.at(-1)).toMatchObject({ kind: "error", text: "Please try again." });
});

test("sends the version that was opened, and keeps what was typed when another admin saved meanwhile", async () => {
  const conflict = "Another admin has changed this text since you opened it.";
  const sent: unknown[] = [];
  pretendServer(({ body }) => {
    if (!body.query?.includes("updateMessage"))
      return { json: { data: { previewMessage: { subject: "", blocks: [] } } } };
    sent.push(body.variables);
    return { json: { errors: [{ message: conflict, extensions: { code: "CONFLICT" } }] } };
  });
  await renderInRouter(
    <QueryClientProvider client={queryClient}>
      <MessageForm message={message} text={text} />
    </QueryClientProvider>,
  );
  fireEvent.change(screen.getByLabelText(/^Subject/), { target: { value: "Typed by me" } });
  fireEvent.click(screen.getByRole("button", { name: "Save text" }));
  expect(await screen.findByText(conflict)).toBeTruthy();
  expect(sent).toMatchObject([{ version: "opened", input: { subject: "Typed by me" } }]);
  expect(screen.getByLabelText(/^Subject/)).toHaveProperty("value", "Typed by me");
});
