import { inInstance } from "../../access/tenancy.ts";
import { NotFound } from "../../errors.ts";
import type { Platform } from "../../platform/platform.ts";
import { notifyFromJob } from "../notifications/notifications.service.ts";
import { issueOnce, type Issued } from "./issuing.service.ts";
import { type At, listToIssue, type PathCertification } from "./path-certificates.queries.ts";

const AT_ONCE = 200;

/**
 * Issues the certificates of completed learning paths that have none yet, each in a transaction of its own, and notifies
 * their holders. May run at any interval, on several servers, and be stopped at any moment: a completion has one
 * certificate, and only the transaction that issues it notifies.
 */
export async function issuePathCertificates(platform: Platform, instanceId: number): Promise<void> {
  for (;;) {
    const found = await inInstance(platform.database, instanceId, (db) => listToIssue(db, instanceId, AT_ONCE));
    let issued = 0;
    for (const completion of found) {
      try {
        await inInstance(platform.database, instanceId, async (db) => {
          const { isNew } = await issueForPath({ db, instanceId }, completion);
          if (!isNew) return;
          const { user_id: userId, path_id, title } = completion;
          const notice = { userId, data: { path_id, course_title: title } };
          await notifyFromJob(platform, { db, instanceId, userId: null }, "certificate_issued", [notice]);
        });
        issued++;
      } catch (error) {
        if (error instanceof NotFound) continue; // The completion was taken back meanwhile.
        // The others must not wait for one; the next run tries again.
        const { user_id: userId, path_id: pathId } = completion;
        platform.log.error({ err: error, instanceId, userId, pathId }, "a certificate could not be issued");
      }
    }
    if (found.length < AT_ONCE || issued === 0) return;
  }
}

/** Issues the certificate of a completed path, or finds it. @throws NotFound when the completion was taken back */
export function issueForPath(
  at: At,
  { user_id, user_name, path_id, title, completed_on, expires_on }: PathCertification,
): Promise<Issued> {
  return issueOnce(at, {
    user_id,
    user_name,
    course_id: null,
    path_id,
    course_title: title,
    certificate_type: "Default",
    completed_on,
    expires_on,
  });
}
