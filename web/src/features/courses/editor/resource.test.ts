import { expect, test } from "vitest";
import { canBeDownloaded } from "./resource.ts";

test("offers the download of files of known types alone", () => {
  for (const name of ["Rota.XLSX", "plan.doc", "deck.pptx", "notes.odt", "a.b.ods", "all.zip"])
    expect([name, canBeDownloaded({ name })]).toEqual([name, false]);
  for (const name of ["map.pdf", "photo.JPG", "talk.mp3", "Handbook", "docx.pdf"])
    expect([name, canBeDownloaded({ name })]).toEqual([name, true]);
});
