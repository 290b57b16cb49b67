import type { JobHandlers, JobMap } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { unpackPackage } from "./packages.service.ts";

export const scormJobs = (platform: Platform): Pick<JobHandlers<JobMap>, "scorm.unpack"> => ({
  "scorm.unpack": (payload) => unpackPackage(platform, payload),
});
