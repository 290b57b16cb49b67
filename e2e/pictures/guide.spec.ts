import { readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";
import { PICTURES } from "./pictures.ts";

const FOLDER = path.join(import.meta.dirname, "../../docs/guide/pictures");
/** The whole set, so that the guide stays quick to load and the repository small. */
const MOST_BYTES = 1_500_000;
const QUALITY = 0.8;

/** Encodes a picture as WebP, by the browser that took it. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const address = await page.evaluate(
    async ({ source, quality }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      canvas.getContext("2d")!.drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", quality);
    },
    { source: `data:image/png;base64,${png.toString("base64")}`, quality: QUALITY },
  );
  return Buffer.from(address.slice(address.indexOf(",") + 1), "base64");
}

test("takes the pictures of the user guide", async ({ browser, server }) => {
  const site = server.at("demo");
  const encoder = await (await browser.newContext()).newPage();
  const pages = new Map<string, Page>();
  const openPageAs = async (email: string) => {
    const known = pages.get(email);
    if (known) return known;
    const context = await browser.newContext({
      viewport: { width: 1200, height: 760 },
      colorScheme: "light",
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    await signIn(page, site, email);
    pages.set(email, page);
    return page;
  };

  let size = 0;
  for (const { name, email, path: address, prepare } of PICTURES) {
    const page = await openPageAs(email);
    await page.goto(site + address);
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await prepare?.(page);
    await page.waitForLoadState("networkidle");
    const picture = await toWebp(encoder, await page.screenshot({ animations: "disabled", caret: "hide" }));
    writeFileSync(path.join(FOLDER, `${name}.webp`), picture);
    size += picture.length;
  }
  const names = new Set(PICTURES.map(({ name }) => `${name}.webp`));
  for (const file of readdirSync(FOLDER)) if (!names.has(file)) rmSync(path.join(FOLDER, file));
  expect(size).toBeLessThan(MOST_BYTES);
});
