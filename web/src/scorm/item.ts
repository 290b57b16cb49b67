import type { SequencingDefinition } from "./sequencing/definition.ts";

/** The values of an item or content object that the manifest declares. */
export interface Details {
  dataFromLms?: string;
  completionThreshold?: { completedByMeasure: boolean; minProgressMeasure: number; progressWeight: number };
  dataMaps?: { targetID: string; readSharedData: boolean; writeSharedData: boolean }[];
}

/** An item of a package's organisation, with its children. */
export interface Item {
  identifier: string;
  title: string;
  isVisible: boolean;
  isLaunchable: boolean;
  hideLmsUi: string[];
  sequencing?: SequencingDefinition;
  details: Details;
  children: Item[];
}
