import { i18n } from "@lingui/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../testing/browser.ts";
import { renderInRouter } from "../testing/render.tsx";
import { connectToasts } from "../ui/toast.ts";
import { download } from "./download.ts";
import { queryClient } from "./queryClient.ts";
import { whenSessionEnds } from "./session.ts";
import { useExport } from "./useExport.ts";

const toasts: string[] = [];
connectToasts(({ text }) => toasts.push(text));

beforeEach(() => {
  pretendBrowser();
  localStorage.clear();
  localStorage.setItem("token", "secret");
  toasts.length = 0;
});
afterEach(() => {
  whenSessionEnds(() => {});
  vi.unstubAllGlobals();
});

/** Replaces the network: every request is refused. Returns the headers of what was sent. */
function refuse(status: number, error: string) {
  const sent: Headers[] = [];
  vi.stubGlobal("fetch", async (_url: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers));
    return new Response(JSON.stringify({ error }), { status });
  });
  return sent;
}

async function exportUsers() {
  function Export() {
    const exportTable = useExport();
    return <button onClick={() => void exportTable({ kind: "users-list" }, "csv")}>Export</button>;
  }
  await renderInRouter(
    <QueryClientProvider client={queryClient}>
      <Export />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Export" }));
}

test("an export and a download ask for messages in the language that is shown", async () => {
  const sent = refuse(409, "Trop de rapports.");
  await exportUsers();
  await expect.poll(() => toasts).toEqual(["Trop de rapports."]);
  await expect(download("/api/file", "file.csv")).rejects.toThrow("Trop de rapports.");
  expect(sent.map((headers) => headers.get("accept-language"))).toEqual([i18n.locale, i18n.locale]);
});

test("an export without a session leads to the login", async () => {
  const ended = vi.fn();
  whenSessionEnds(ended);
  refuse(401, "Please sign in.");
  await exportUsers();
  await expect.poll(() => ended.mock.calls.length).toBe(1);
  expect(localStorage.getItem("token")).toBeNull();
});

test("a download without a session leads to the login", async () => {
  const ended = vi.fn();
  whenSessionEnds(ended);
  refuse(401, "Please sign in.");
  await expect(download("/api/reports/exports/1", "users.csv")).rejects.toThrow("Please sign in.");
  expect(ended).toHaveBeenCalledTimes(1);
  expect(localStorage.getItem("token")).toBeNull();
});
