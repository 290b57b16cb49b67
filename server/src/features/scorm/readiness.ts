import { Conflict } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import type { Launchable } from "./launches.queries.ts";

/** Refuses to open a package that is not unpacked. @throws Conflict with the reason */
export function requireReady({ state }: Launchable): void {
  if (state === "unpacking") throw new Conflict(t`This package is still being prepared. Please try again in a moment.`);
  if (state === "failed")
    throw new Conflict(t`This package could not be unpacked. Its author needs to upload it again.`);
}
