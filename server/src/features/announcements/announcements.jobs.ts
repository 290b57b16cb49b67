import type { JobHandlers, JobMap } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { sendOut } from "./sending.service.ts";

// About an hour after the first one: the queue tries for longer, but a user waits for the answer.
const LAST_ATTEMPT = 9;

export const announcementJobs = (platform: Platform): Pick<JobHandlers<JobMap>, "announcement.send"> => ({
  "announcement.send": (payload, { attempt }) => sendOut(platform, payload, attempt >= LAST_ATTEMPT),
});
