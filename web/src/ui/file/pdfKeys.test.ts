import { expect, test } from "vitest";
import { fileKind } from "./fileKind.ts";
import { pageAfter, zoomAfter } from "./pdfKeys.ts";

test("the arrow keys, Home and End turn pages within the document", () => {
  expect(pageAfter(2, 5, "ArrowRight")).toBe(3);
  expect(pageAfter(5, 5, "ArrowRight")).toBe(5);
  expect(pageAfter(1, 5, "ArrowLeft")).toBe(1);
  expect([pageAfter(3, 5, "Home"), pageAfter(3, 5, "End")]).toEqual([1, 5]);
  expect(pageAfter(3, 5, "Tab")).toBeNull();
});

test("plus and minus zoom between half and threefold, and 0 fits the width", () => {
  expect([zoomAfter(1, "+"), zoomAfter(3, "+"), zoomAfter(1, "-"), zoomAfter(0.5, "-")]).toEqual([1.25, 3, 0.75, 0.5]);
  expect(zoomAfter(2, "0")).toBe(1);
  expect(zoomAfter(2, "a")).toBe(2);
});

test("fileKind shows only what a browser shows without running anything", () => {
  expect(["image/png", "video/mp4", "audio/mpeg", "application/pdf", "text/plain"].map(fileKind)).toEqual([
    "image",
    "video",
    "audio",
    "pdf",
    "text",
  ]);
  expect(["image/svg+xml", "text/html", "application/zip", "", null].map(fileKind)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});
