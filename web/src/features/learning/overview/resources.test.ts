import { expect, test } from "vitest";
import { groupResources, isDownloadable, getKind, shownAs } from "./resources.ts";

test.each([
  ["application/pdf", "pdf"],
  ["application/vnd.ms-powerpoint", "presentation"],
  ["application/vnd.openxmlformats-officedocument.presentationml.presentation", "presentation"],
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", "word"],
  ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "excel"],
  ["image/png", "images"],
  ["video/quicktime", "video"],
  ["audio/ogg", "audio"],
  ["application/octet-stream", "unknown"],
] as const)("shows %s as %s", (type, kind) => expect(getKind({ type })).toBe(kind));

test("offers downloadable files of known types, and no office files", () => {
  const offered = (type: string, is_downloadable: boolean) => isDownloadable({ type, is_downloadable });
  expect(offered("application/pdf", true)).toBe(true);
  expect(offered("application/pdf", false)).toBe(false);
  expect(offered("application/msword", true)).toBe(false);
  expect(offered("application/zip", true)).toBe(false);
});

test("groups resources by category or type and sorts their names", () => {
  const resource = (name: string, type: string, category?: string) => ({
    name,
    type,
    category: category ? { name: category } : null,
  });
  const groups = groupResources(
    [resource("Z", "image/png"), resource("Form", "application/pdf", "Forms"), resource("A", "image/gif")],
    (kind) => kind,
  );
  expect(groups.map(({ name, resources }) => [name, resources.map((each) => each.name)])).toEqual([
    ["Forms", ["Form"]],
    ["images", ["A", "Z"]],
  ]);
});

test("shows an office document as its PDF, and downloads one without a PDF", () => {
  const word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
  expect(shownAs({ file_path: "/a", pdf_path: "/b", type: word })).toEqual({ src: "/b", type: "application/pdf" });
  expect(shownAs({ file_path: "/a", pdf_path: null, type: word })).toBeNull();
  expect(shownAs({ file_path: "/a", pdf_path: null, type: "image/png" })).toEqual({ src: "/a", type: "image/png" });
});
