import {
  type Attempt,
  type AttemptContext,
  withSession,
  withEnd,
  isOver,
  MOST_CHARACTERS,
  NEW_ATTEMPT,
  withResume,
  makeSeed,
  getStanding,
  withValues,
} from "../../../server/src/features/scorm/attempt.ts";
import type {
  LaunchUnit,
  PackageDescription,
  ScoDetails,
  ScormManifest,
} from "../../../server/src/features/scorm/package.ts";
import { readScormManifest } from "../../../server/src/features/scorm/scorm-manifest.ts";
import { toAllowedState, NOTHING_SHARED, type SharedState } from "../../../server/src/features/scorm/shared-state.ts";
import { parseXml } from "../../../server/src/platform/xml.ts";
import type { PlayerState } from "../../../web/src/scorm/state.ts";

const learner = { id: "1", name: "Learner, A" };
const kind = "scorm_2004";

/** Stores what the server stores of one learner and one package, in memory, with the same rules. */
export function createServer(manifest: Buffer, ofLearner: PlayerState["shared"]) {
  const found = readScormManifest(parseXml(manifest, "imsmanifest.xml"), (path) => path) as PackageDescription;
  const attempts = new Map<string, Attempt>();
  const { organization, objectivesGlobalToSystem, sharedDataGlobalToSystem } = found.manifest as ScormManifest;
  let sequencing: string | null = null;
  /** Rejected values, which a real learner would lose. */
  const refused: string[] = [];

  return {
    refused,
    /** Starts a session: anything left open was abandoned. */
    launch(): PlayerState {
      for (const [uuid, attempt] of attempts)
        if (attempt.isOpen) attempts.set(uuid, withEnd(attempt, makeContext(uuid), new Date(), "abandoned"));
      return {
        kind,
        scormId: 1,
        origin: "",
        isPreview: false,
        isSandboxed: false,
        mostCharacters: MOST_CHARACTERS,
        organization,
        globalToSystem: { objectives: objectivesGlobalToSystem, data: sharedDataGlobalToSystem },
        shared: structuredClone(ofLearner),
        sequencing,
        lastSequence: 0,
        scos: found.units.map((unit) => {
          const attempt = attempts.get(unit.identifier);
          const standing = attempt && getStanding(attempt, makeContext(unit.identifier));
          return {
            uuid: unit.identifier,
            identifier: unit.identifier,
            title: unit.title,
            kind: unit.kind as "sco" | "asset",
            url: unit.entryUrl,
            details: unit.details as ScoDetails,
            completion: standing?.completion ?? "unknown",
            success: standing?.success ?? "unknown",
            isSuspended: attempt?.entry === "resume",
          };
        }),
      };
    },
    /** Returns the initial values of a content object. */
    seed(uuid: string, resumes: boolean): Record<string, string> {
      const found = attempts.get(uuid);
      const former = found && resumes && isOver(found) ? withResume(found) : found;
      return makeSeed(!former || isOver(former) ? NEW_ATTEMPT : former, makeContext(uuid));
    },
    /** Handles one bridge call. */
    take(path: string, body: Record<string, unknown>): void {
      const uuid = body["scoUuid"] as string;
      const context = makeContext(uuid);
      const attempt = attempts.get(uuid) ?? NEW_ATTEMPT;
      const values = (body["values"] ?? []) as { key: string; value: string }[];
      if (path === "sequencing") {
        sequencing = body["state"] as string;
        const shared = toAllowedState(
          found.manifest as ScormManifest,
          (body["shared"] as SharedState | undefined) ?? NOTHING_SHARED,
        );
        Object.assign(ofLearner.objectives, shared.objectives);
        Object.assign(ofLearner.data, shared.data);
      }
      if (path === "initialize") {
        const going = body["resumes"] === true && isOver(attempt) ? withResume(attempt) : attempt;
        const started = withSession(isOver(going) ? NEW_ATTEMPT : going, context, new Date());
        const isAsset = makeUnit(uuid).kind === "asset";
        attempts.set(uuid, isAsset ? withEnd(started, context, new Date()) : started);
      }
      if (path === "set-value") set(uuid, [body as unknown as { key: string; value: string }]);
      if (path === "commit" || path === "finish") set(uuid, values);
      if (path === "finish") {
        const how = body["suspended"] ? "suspended" : "terminated";
        attempts.set(uuid, withEnd(attempts.get(uuid) ?? NEW_ATTEMPT, context, new Date(), how));
      }
    },
  };

  function set(uuid: string, values: { key: string; value: string }[]) {
    const found = withValues(attempts.get(uuid) ?? NEW_ATTEMPT, makeContext(uuid), values);
    attempts.set(uuid, found.attempt);
    for (const { setting, reason } of found.refused)
      refused.push(`${setting.key} = '${setting.value.slice(0, 60)}': ${reason}`);
  }

  function makeUnit(uuid: string): LaunchUnit {
    return found.units.find(({ identifier }) => identifier === uuid)!;
  }

  function makeContext(uuid: string): AttemptContext {
    return { kind, learner, details: makeUnit(uuid).details as ScoDetails };
  }
}

export const LEARNER_ID = learner.id;
