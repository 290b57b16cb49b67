import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { render } from "../../../../testing/render.tsx";
import { sandboxFor } from "../../../../ui/frame.ts";
import { FrameViewer } from "./FrameViewer.tsx";

const show = (url: string | null, embed_url: string | null) =>
  render(
    <FrameViewer
      title="The river"
      unit={{
        __typename: "iFrameUnitType",
        id: 1,
        title: "The river",
        unit_order: 1,
        time_limit: null,
        is_complete: false,
        time_spent: 0,
        tests: [],
        content: null,
        url,
        embed_url,
      }}
    />,
  );

test("shows a page in a sandbox with the unit's title and a link to open it", () => {
  show("https://example.org/river", "https://example.org/river");
  const frame = screen.getByTitle("The river");
  expect(frame.getAttribute("src")).toBe("https://example.org/river");
  expect(frame.className).toContain("h-[900px]");
  expect(frame.getAttribute("sandbox")).not.toContain("allow-top-navigation");
  expect(screen.getByRole("link", { name: "Open in a new tab" }).getAttribute("href")).toBe(
    "https://example.org/river",
  );
});

test("offers only a link for a page that refuses to be framed", () => {
  show("http://example.org/", null);
  expect(screen.queryByTitle("The river")).toBeNull();
  expect(screen.getByText("This page can only be opened in a new tab.")).toBeDefined();
  expect(screen.getByRole("link", { name: "Open in a new tab" })).toBeDefined();
});

test("neither shows nor links a script address", () => {
  show("javascript:alert(1)", "javascript:alert(1)");
  expect(screen.queryByTitle("The river")).toBeNull();
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.getByText("No page available for this unit.")).toBeDefined();
});

test("denies a page of the same site an origin that could open its sandbox", () => {
  expect(sandboxFor("https://demo.example.org/x", "https://demo.example.org")).not.toContain("allow-same-origin");
  expect(sandboxFor("https://example.org/x", "https://demo.example.org")).toContain("allow-same-origin");
});
