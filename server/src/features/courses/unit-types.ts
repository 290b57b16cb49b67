import type { UnitLabel } from "./publish-rules.ts";

/** A unit's type has three names: the menu's label, the typename of the API, and the list it stands in. */
export interface UnitTypeNames {
  label: UnitLabel;
  typename: string;
  list: "contents" | "videos" | "audios" | "documents" | "iframes" | "scorms" | "tests" | "assignments";
}

export const UNIT_TYPES: readonly UnitTypeNames[] = [
  { label: "Content", typename: "Content", list: "contents" },
  { label: "Video", typename: "Video", list: "videos" },
  { label: "Audio", typename: "AudioUnit", list: "audios" },
  { label: "Presentation", typename: "DocumentUnit", list: "documents" },
  { label: "iFrame", typename: "iFrameUnitType", list: "iframes" },
  { label: "Scorm", typename: "ScormUnitType", list: "scorms" },
  { label: "Test", typename: "TestUnitType", list: "tests" },
  { label: "Assignment", typename: "AssignmentUnitType", list: "assignments" },
];

const byLabel = new Map(UNIT_TYPES.map((names) => [names.label, names]));

export function typenameOf(label: UnitLabel): string {
  return byLabel.get(label)!.typename;
}

/** Whether what a client calls a unit's type means this one: the typename, or the menu's label in any writing (decision 60). */
export function isTypeName(label: UnitLabel, name: string): boolean {
  const said = name.toLowerCase().replace(/s$/, "");
  return name === typenameOf(label) || said === label.toLowerCase();
}
