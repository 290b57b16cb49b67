import type { JobHandlers, JobMap } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { applyTimeZone } from "./time-zone.service.ts";

export const settingsJobs = (platform: Platform): Pick<JobHandlers<JobMap>, "settings.time_zone"> => ({
  "settings.time_zone": ({ instanceId }) => applyTimeZone(platform, instanceId),
});
