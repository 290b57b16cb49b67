import { expect, test } from "vitest";
import { groupResources, isDownloadable, kindOf, shownAs } from "./resources.ts";

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
] as const)("%s is shown as %s", (type, kind) => expect(kindOf({ type })).toBe(kind));

test("only what may be downloaded, and is neither an office file nor unknown, is offered for download", () => {
  const offered = (type: string, is_downloadable: boolean) => isDownloadable({ type, is_downloadable });
  expect(offered("application/pdf", true)).toBe(true);
  expect(offered("application/pdf", false)).toBe(false);
  expect(offered("application/msword", true)).toBe(false);
  expect(offered("application/zip", true)).toBe(false);
});

test("resources are grouped by their category or their kind, with their names in order", () => {
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

test("an office document is shown as the PDF that was made of it, and saved where there is none", () => {
  const word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
  expect(shownAs({ file_path: "/a", pdf_path: "/b", type: word })).toEqual({ src: "/b", type: "application/pdf" });
  expect(shownAs({ file_path: "/a", pdf_path: null, type: word })).toBeNull();
  expect(shownAs({ file_path: "/a", pdf_path: null, type: "image/png" })).toEqual({ src: "/a", type: "image/png" });
});
