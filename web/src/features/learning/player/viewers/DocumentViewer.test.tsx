import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { render } from "../../../../testing/render.tsx";
import { DocumentViewer } from "./DocumentViewer.tsx";

afterEach(() => void vi.unstubAllGlobals());

const show = (file_name: string | null, file_type: string | null) =>
  render(
    <DocumentViewer
      title="The plan"
      unit={{
        __typename: "DocumentUnit",
        id: 1,
        title: "The plan",
        unit_order: 1,
        time_limit: null,
        is_complete: false,
        time_spent: 0,
        tests: [],
        description: null,
        file_path: file_name && "/files/2/ab/cd?s=x",
        pdf_path: null,
        file_name,
        file_type,
      }}
    />,
  );

test("offers an office file for download under its own name", () => {
  show("plan.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document");
  expect(
    screen.getByText("This document type cannot be displayed directly. Please download it using the link below:"),
  ).toBeDefined();
  const link = screen.getByRole("link", { name: "Download plan.docx" });
  expect([link.getAttribute("href"), link.getAttribute("download")]).toEqual(["/files/2/ab/cd?s=x", "plan.docx"]);
});

test("shows a text file as plain text", async () => {
  vi.stubGlobal("fetch", async () => new Response("<b>First</b> line"));
  show("notes.txt", "text/plain");
  expect((await screen.findByText("<b>First</b> line")).tagName).toBe("PRE");
});

test("offers to retry when a text file cannot be loaded", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.stubGlobal("fetch", async () => new Response("gone", { status: 404 }));
  show("notes.txt", "text/plain");
  expect(await screen.findByText("The document could not be loaded.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
});

test("shows a message for a unit without a file", () => {
  show(null, null);
  expect(screen.getByText("No document available for this unit.")).toBeDefined();
});
