import type { Page } from "@playwright/test";
import { expect } from "./server.ts";

/** Adds a unit from the editor's menu and selects it. */
export async function addUnit(page: Page, type: string): Promise<void> {
  await page.getByRole("button", { name: "Add unit" }).click();
  await page.getByRole("menuitem", { name: type }).click();
}

/** Adds a question to the selected unit; `write` fills in the dialog. */
export async function addQuestion(page: Page, type: string, write: () => Promise<void>): Promise<void> {
  await page.getByRole("button", { name: "Add question" }).click();
  await page.getByRole("menuitem", { name: type }).click();
  const dialog = page.getByRole("dialog", { name: `Add ${type} question` });
  await expect(dialog).toBeVisible();
  await write();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
}

/** Builds one second of silence as a WAV file. */
export function silence(): Buffer {
  const samples = 8_000;
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(samples, 24);
  header.writeUInt32LE(samples, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36);
  header.writeUInt32LE(samples, 40);
  return Buffer.concat([header, Buffer.alloc(samples, 128)]);
}

/** Builds a document with one empty page. */
export function emptyPdf(): Buffer {
  return Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`);
}

/** Returns what a page of the editor has stored on its device, as text. */
export function keptOn(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open("unsaved-courses");
        opening.onerror = () => reject(opening.error!);
        opening.onsuccess = () => {
          const database = opening.result;
          if (!database.objectStoreNames.contains("courses")) return resolve("");
          const reading = database.transaction("courses").objectStore("courses").getAll();
          reading.onerror = () => reject(reading.error!);
          reading.onsuccess = () => resolve(JSON.stringify(reading.result));
          database.close();
        };
      }),
  );
}
