import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../../testing/browser.ts";
import { renderInRouter } from "../../testing/render.tsx";
import ImportCourseDialog from "./ImportCourseDialog.tsx";

const { giveUp } = vi.hoisted(() => ({ giveUp: vi.fn<(kind: string, file: File) => Promise<void>>() }));
vi.mock("./editor/resumable.ts", () => ({ sendInParts: () => new Promise(() => {}), giveUp }));

beforeEach(pretendBrowser);
afterEach(() => void vi.unstubAllGlobals());

test("deletes the received parts of an archive on the server when its upload is cancelled", async () => {
  await renderInRouter(
    <QueryClientProvider client={new QueryClient()}>
      <ImportCourseDialog onClose={() => {}} />
    </QueryClientProvider>,
  );
  await screen.findByText("Archive of a course");
  const file = new File(["PK"], "ropes.zip", { type: "application/zip" });
  Object.defineProperty(file, "size", { value: 6 * 1024 * 1024 });
  await userEvent.upload(document.querySelector<HTMLInputElement>("input[type=file]")!, file);
  await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  await vi.waitFor(() => expect(giveUp).toHaveBeenCalledWith("archive", file));
  expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull();
});
