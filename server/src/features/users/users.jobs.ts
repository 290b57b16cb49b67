import type { JobHandlers, JobMap } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { strengthenPasswords } from "./strengthening.service.ts";

export const userJobs = (platform: Platform): Pick<JobHandlers<JobMap>, "password.strengthen"> => ({
  "password.strengthen": (payload) => strengthenPasswords(platform, payload),
});
