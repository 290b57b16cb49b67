import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setBoot } from "../../../app/boot.ts";
import { pretendBrowser } from "../../../testing/browser.ts";
import { findDialog, renderInRouter } from "../../../testing/render.tsx";
import { pretendServer } from "../../../testing/server.ts";
import { PrivacyScreen } from "./PrivacyScreen.tsx";

beforeEach(() => {
  pretendBrowser();
  setBoot({ instance: { id: 1, name: "Northgate Trust", domain: "demo" } } as never);
});
afterEach(() => void vi.unstubAllGlobals());

test("keeps what was typed when terms are published after another admin has saved settings", async () => {
  const server = { version: 1, isPublished: false };
  pretendServer(({ body: { query = "" } }) => {
    if (query.includes("PublishTerms(")) {
      server.isPublished = true;
      return { json: { data: { publishTerms: { version: 1 } } } };
    }
    if (query.includes("instanceSettings"))
      return { json: { data: { instanceSettings: { version: server.version, privacy: {} } } } };
    const terms = { version: 1, published_at: "2026-11-01T10:00:00Z", is_current: true, accepted: 0, text: "Be kind." };
    return { json: { data: { termsVersions: server.isPublished ? [terms] : [], privacyPreview: {} } } };
  });
  await renderInRouter(
    <QueryClientProvider client={new QueryClient()}>
      <PrivacyScreen />
    </QueryClientProvider>,
  );
  await userEvent.type(await screen.findByRole("textbox", { name: "Name" }), "Ada");
  server.version = 2;
  await userEvent.click(await screen.findByRole("button", { name: "Publish a version..." }));
  const dialog = within(await findDialog());
  await userEvent.type(dialog.getByRole("textbox", { name: /Text/ }), "Be kind.");
  await userEvent.click(dialog.getByRole("button", { name: "Publish" }));
  await screen.findByText("Required");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Name" }).value).toBe("Ada");
});
