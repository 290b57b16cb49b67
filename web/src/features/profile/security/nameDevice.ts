import Bowser from "bowser";

/** Names a device by what its browser says of itself; an empty text for what cannot be read. */
export function nameDevice(userAgent: string | null): { browser: string; system: string } {
  const { browser, os } = Bowser.parse(userAgent || " ");
  return { browser: browser.name ?? "", system: os.name ?? "" };
}
