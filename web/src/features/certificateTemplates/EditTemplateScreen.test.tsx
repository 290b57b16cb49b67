import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../../testing/browser.ts";
import { renderInRouter } from "../../testing/render.tsx";
import { pretendServer } from "../../testing/server.ts";
import { emptyDesign } from "./design.ts";
import { EditTemplateScreen } from "./EditTemplateScreen.tsx";

beforeEach(pretendBrowser);
afterEach(() => void vi.unstubAllGlobals());

test("asks before an older version replaces unsaved edits", async () => {
  const versions = [2, 1].map((version) => ({
    version,
    created_at: "2026-11-01T10:00:00Z",
    created_by: "Ada",
    issued: 0,
  }));
  pretendServer(({ body: { query = "", variables } }) => {
    if (!query.includes("query CertificateTemplate(")) return { json: { data: { certificatePlaceholders: [] } } };
    const version = (variables?.["version"] as number | undefined) ?? 2;
    const design = { ...emptyDesign, heading: `Heading ${version}` };
    return { json: { data: { certificateTemplate: { id: 5, name: "Ropes", version, courses: 0, design, versions } } } };
  });
  await renderInRouter(
    <QueryClientProvider client={new QueryClient()}>
      <EditTemplateScreen />
    </QueryClientProvider>,
  );
  const name = await screen.findByRole<HTMLInputElement>("textbox", { name: "Name" });
  await userEvent.type(name, " and knots");
  const open = () => userEvent.click(screen.getByRole("button", { name: "Open version 1" }));
  await open();
  const dialog = within(await screen.findByRole("alertdialog", { name: "Open version 1" }));
  await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Name" }).value).toBe("Ropes and knots");
  await open();
  await userEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Open" }));
  await expect.poll(() => screen.getByRole<HTMLInputElement>("textbox", { name: "Name" }).value).toBe("Ropes");
  await screen.findByRole("button", { name: "Open version 2" });
});
