import { Invalid } from "../../errors.ts";
import type { Platform } from "../../platform/platform.ts";
import { requireInstanceRoom } from "../files/quota.service.ts";
import { XapiRefusal } from "./refusal.ts";
import type { Store } from "./statements.queries.ts";

/** Checks that bytes fit in the instance's storage limit; zero or fewer always do. @throws XapiRefusal 413 */
export async function requireStorage(platform: Platform, reach: Store, bytes: number): Promise<void> {
  if (bytes <= 0) return;
  try {
    await requireInstanceRoom(platform, reach, bytes);
  } catch (error) {
    throw error instanceof Invalid ? new XapiRefusal(413, error.message) : error;
  }
}
