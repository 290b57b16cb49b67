import type { JobHandlers, JobMap } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { sendOut } from "./sending.service.ts";

export const announcementJobs = (platform: Platform): Pick<JobHandlers<JobMap>, "announcement.send"> => ({
  "announcement.send": (payload) => sendOut(platform, payload),
});
