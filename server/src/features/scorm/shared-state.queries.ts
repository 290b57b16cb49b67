import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import type { ScormManifest } from "./package.ts";
import type { ObjectiveInfo, SharedState } from "./shared-state.ts";

type Learning = Reach<"learn">;

/** Lists what a learner's packages have shared under these ids. */
export async function listShared(reach: Learning, ids: { objectives: string[]; data: string[] }): Promise<SharedState> {
  if (ids.objectives.length === 0 && ids.data.length === 0) return { objectives: {}, data: {} };
  const rows = await reach.db
    .selectFrom("scorm_shared")
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", reach.userId)
    .where("id", "in", [...ids.objectives, ...ids.data])
    .select(["kind", "id", "value"])
    .execute();
  const of = (kind: string, those: string[]) => {
    const wanted = new Set(those);
    return Object.fromEntries(
      rows.flatMap((row) => (row.kind === kind && wanted.has(row.id) ? [[row.id, row.value]] : [])),
    );
  };
  return {
    objectives: of("objective", ids.objectives) as Record<string, ObjectiveInfo>,
    data: of("data", ids.data) as Record<string, string>,
  };
}

/** Stores what a package shares, found in a course. */
export async function keepShared(reach: Learning, courseId: number, { objectives, data }: SharedState): Promise<void> {
  const rows = [
    ...Object.entries(objectives).map(([id, value]) => ({ kind: "objective", id, value: JSON.stringify(value) })),
    ...Object.entries(data).map(([id, value]) => ({ kind: "data", id, value: JSON.stringify(value) })),
  ];
  if (rows.length === 0) return;
  await reach.db
    .insertInto("scorm_shared")
    .values(rows.map((row) => ({ ...row, instance_id: reach.instanceId, user_id: reach.userId, course_id: courseId })))
    .onConflict((conflict) =>
      conflict.columns(["instance_id", "user_id", "kind", "id"]).doUpdateSet({
        value: sql`excluded.value`,
        course_id: sql`excluded.course_id`,
        updated_at: sql`excluded.updated_at`,
      }),
    )
    .execute();
}

/** Finds the manifest of a SCORM package. */
export async function getManifest(reach: Learning, packageId: number): Promise<ScormManifest> {
  const { manifest } = await reach.db
    .selectFrom("scorm_packages")
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", packageId)
    .select("manifest")
    .executeTakeFirstOrThrow();
  return manifest as unknown as ScormManifest;
}
