import type { Picture } from "./question-files.ts";

/** Writes a picture as HTML and XML do. @param address of its file */
export const writeImage = (address: string, { alt }: Picture): string =>
  `<img src="${escapeAttribute(address)}" alt="${escapeAttribute(oneLine(alt))}"/>`;

/** Returns the text beside a picture; nothing for one that only names the picture. */
export const textBeside = (text: string, picture: Picture | undefined): string =>
  picture && oneLine(text) === oneLine(picture.alt) ? "" : text;

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

const escapeAttribute = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
