import { withUser } from "../../access/with-actor.ts";
import { Unauthenticated } from "../../errors.ts";
import type { JobHandlers, JobMap } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { submitOverdue } from "./test-attempts.service.ts";

export const testJobs = (platform: Platform): Pick<JobHandlers<JobMap>, "test.submit"> => ({
  "test.submit": async ({ instanceId, actorId, attemptId }) => {
    try {
      const learner = { instanceId: instanceId!, userId: actorId!, isFinishing: true };
      await withUser(platform, learner, async (actor) => submitOverdue(actor, await actor.reach("learn"), attemptId));
    } catch (error) {
      // The person was deleted meanwhile.
      if (!(error instanceof Unauthenticated)) throw error;
    }
  },
});
