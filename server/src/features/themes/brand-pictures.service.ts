import type { Reach } from "../../access/actor.ts";
import type { Platform } from "../../platform/platform.ts";
import { Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { type IncomingFile, signedAddressOrNull, storeImage } from "../files/files.service.ts";

/** The pictures of a brand: the logo on light and on dark pages, the icon of the browser's tab, the picture at the login. */
const PICTURES = ["logo", "logo_dark", "icon", "login_picture"] as const;
type Picture = (typeof PICTURES)[number];

export type PictureKeys = { [picture in `${Picture}_key`]: string | null };
export type PictureUrls = { [picture in `${Picture}_url`]: string | null };
/** New pictures, of which each is optional. */
export type PictureFiles = { [picture in Picture]?: IncomingFile | null | undefined };
/** Which pictures are removed; a new one in the same call wins. */
export type PictureRemovals = { [picture in `remove_${Picture}`]?: boolean | null | undefined };

/** Stores new pictures. @returns the columns that change @throws Invalid by picture */
export async function storePictures(
  platform: Platform,
  reach: Reach,
  files: PictureFiles,
  removals: PictureRemovals,
): Promise<Partial<PictureKeys>> {
  const keys: Partial<PictureKeys> = {};
  for (const picture of PICTURES) {
    const file = files[picture];
    if (file) keys[`${picture}_key`] = await storeImage(platform, reach, file, picture);
    else if (removals[`remove_${picture}`]) keys[`${picture}_key`] = null;
  }
  return keys;
}

/** Returns the addresses of pictures. */
export function toPictureUrls(secret: Platform["secret"], keys: PictureKeys): PictureUrls {
  return Object.fromEntries(
    PICTURES.map((picture) => [`${picture}_url`, signedAddressOrNull(secret, keys[`${picture}_key`])]),
  ) as PictureUrls;
}

/** Takes the keys out of what has changed, and says what happened to each picture instead, for the audit log. */
export function describePictures(
  changes: Record<string, [unknown, unknown]>,
  files: PictureFiles,
): Record<string, unknown> {
  const described: Record<string, unknown> = { ...changes };
  for (const picture of PICTURES) {
    if (changes[`${picture}_key`]) described[picture] = files[picture] ? "replaced" : "removed";
    delete described[`${picture}_key`];
  }
  return described;
}

const LONGEST_WELCOME = 500;

/** Reads the text of the login page; a blank one is removed. @throws Invalid for `welcome_text` */
export function toWelcomeText(given: string | null): string | null {
  const text = given?.trim() || null;
  if (text && text.length > LONGEST_WELCOME) throw new Invalid({ welcome_text: [t`This text is too long.`] });
  return text;
}
