import type { ScormItem, ScormManifest } from "./package.ts";

/** The state of a global objective (SN 4th Ed. 4.2.1, 4.2.2 and adlseq); an absent field is unknown. */
export interface ObjectiveInfo {
  satisfied?: boolean | undefined;
  measure?: number | undefined;
  raw?: number | undefined;
  min?: number | undefined;
  max?: number | undefined;
  completed?: boolean | undefined;
  progress?: number | undefined;
}

/** What packages share for one learner, by the ids of their manifests. */
export interface SharedState {
  objectives: Record<string, ObjectiveInfo>;
  data: Record<string, string>;
}

export const NOTHING_SHARED: SharedState = { objectives: {}, data: {} };

/** The longest shared id in bytes, as an index entry is limited. */
const LONGEST_ID = 2_000;

/** Lists the ids under which a package shares data; none when its manifest keeps them private. */
export function sharedIds(manifest: ScormManifest): { objectives: string[]; data: string[] } {
  const objectives = new Set<string>();
  const data = new Set<string>();
  const visit = ({ sequencing, details, children }: ScormItem) => {
    for (const objective of [sequencing?.primaryObjective, ...(sequencing?.objectives ?? [])])
      for (const { targetObjectiveID } of objective?.mapInfo ?? []) objectives.add(String(targetObjectiveID));
    for (const { targetID } of details.dataMaps ?? []) data.add(targetID);
    children.forEach(visit);
  };
  visit(manifest.organization);
  const fitting = (ids: Set<string>) => [...ids].filter((id) => Buffer.byteLength(id) <= LONGEST_ID);
  return {
    objectives: manifest.objectivesGlobalToSystem ? fitting(objectives) : [],
    data: manifest.sharedDataGlobalToSystem ? fitting(data) : [],
  };
}

/** Returns the part of a run-time's shared state that its package may share: the ids of its own manifest. */
export function toAllowedState(manifest: ScormManifest, reported: SharedState): SharedState {
  const ids = sharedIds(manifest);
  const only = <T>(from: Record<string, T>, those: string[]) =>
    Object.fromEntries(those.flatMap((id) => (Object.hasOwn(from, id) ? [[id, from[id]!]] : [])));
  return { objectives: only(reported.objectives, ids.objectives), data: only(reported.data, ids.data) };
}
