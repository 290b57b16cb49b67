import type { Sequencing } from "./sequencing.ts";

export type PackageKind = "scorm_1_2" | "scorm_2004" | "xapi" | "cmi5";

/** A package as its manifest describes it: what is stored, and what a launch needs. */
export interface PackageDescription {
  kind: PackageKind;
  /** '1.2', '2004 4th Edition', or the version of the structure for xAPI and cmi5. */
  version: string;
  title: string | null;
  /** Relative to the root of the package, percent-encoded, with query; or an https address. */
  entryUrl: string | null;
  /** The folder of the archive that is the package's root, '' or ending in '/'. */
  root: string;
  manifest: ScormManifest | XapiManifest | Cmi5Manifest;
  units: LaunchUnit[];
}

/** What can be launched: a SCO or asset, the activity of an xAPI package, or an AU. */
export interface LaunchUnit {
  identifier: string;
  title: string | null;
  entryUrl: string;
  kind: "sco" | "asset" | "activity" | "au";
  details: ScoDetails | XapiDetails | AuDetails;
}

export interface ScoDetails {
  isVisible: boolean;
  /** SCORM 1.2: adlcp:masteryscore. */
  masteryScore?: number;
  /** SCORM 2004: the primary objective's minNormalizedMeasure when it is satisfied by measure. */
  scaledPassingScore?: number;
  maxTimeAllowed?: string;
  timeLimitAction?: string;
  dataFromLms?: string;
  prerequisites?: string;
  completionThreshold?: { completedByMeasure: boolean; minProgressMeasure: number; progressWeight: number };
  /** adl.data: the shared data buckets of an activity. */
  dataMaps?: { targetID: string; readSharedData: boolean; writeSharedData: boolean }[];
}

/** An item of an organization with its children. */
export interface ScormItem {
  identifier: string;
  title: string;
  isVisible: boolean;
  /** The item launches a unit of its identifier. */
  isLaunchable: boolean;
  hideLmsUi: string[];
  sequencing?: Sequencing;
  details: ScoDetails;
  children: ScormItem[];
}

export interface ScormManifest {
  /** The organization itself, the root of its items. */
  organization: ScormItem;
  objectivesGlobalToSystem: boolean;
  sharedDataGlobalToSystem: boolean;
}

export interface XapiDetails {
  activityId: string;
  description: string | null;
}

export interface XapiManifest {
  activities: {
    id: string;
    type: string | null;
    name: string | null;
    description: string | null;
    launch: string | null;
  }[];
}

/** Texts by language tag. */
export type LangStrings = Record<string, string>;

export interface AuDetails {
  /** The publisher's id; the product gives activities its own ids. */
  publisherId: string;
  title: LangStrings;
  description: LangStrings;
  url: string;
  launchMethod: "OwnWindow" | "AnyWindow";
  moveOn: "NotApplicable" | "Passed" | "Completed" | "CompletedAndPassed" | "CompletedOrPassed";
  masteryScore?: number;
  launchParameters?: string;
  entitlementKey?: string;
  activityType?: string;
  /** Indexes into the manifest's objectives by id. */
  objectives: string[];
  /** The ids of the blocks that contain the AU, outermost first. */
  blocks: string[];
}

export interface Cmi5Block {
  publisherId: string;
  title: LangStrings;
  description: LangStrings;
  objectives: string[];
  /** In order: AUs by publisher id, and blocks. */
  children: (string | Cmi5Block)[];
}

export interface Cmi5Manifest {
  course: { publisherId: string; title: LangStrings; description: LangStrings };
  objectives: { id: string; title: LangStrings; description: LangStrings }[];
  children: (string | Cmi5Block)[];
}
