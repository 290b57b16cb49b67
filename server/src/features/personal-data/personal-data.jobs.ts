import type { JobHandlers, JobMap } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { eraseNow } from "./erasure.service.ts";
import { runExport } from "./export.service.ts";
import { runRetention } from "./retention.service.ts";

// About an hour after the first one: the queue tries for longer, but a user waits for the answer.
const LAST_ATTEMPT = 9;

export const personalDataJobs = (
  platform: Platform,
): Pick<JobHandlers<JobMap>, "person.erase" | "personal_data.export" | "retention.run"> => ({
  "person.erase": (payload) => eraseNow(platform, payload),
  "retention.run": (payload) => runRetention(platform, payload),
  "personal_data.export": (payload, { attempt }) => runExport(platform, payload, attempt >= LAST_ATTEMPT),
});
