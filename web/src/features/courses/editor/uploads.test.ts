import { i18n } from "@lingui/core";
import { afterEach, expect, test } from "vitest";
import { messages as french } from "../../../locales/fr/product.po";
import { speakEnglish } from "../../../testing/english.ts";
import { sendFile } from "./uploads.ts";

afterEach(speakEnglish);

test("a file beyond the limit is refused in the language of the screen", async () => {
  i18n.loadAndActivate({ locale: "fr", messages: french });
  const file = new File(["picture"], "rope.png", { type: "image/png" });
  Object.defineProperty(file, "size", { value: 11 * 1024 * 1024 });
  await expect(sendFile("image", file)).rejects.toThrow("Ce fichier dépasse 10 Mo.");
});
