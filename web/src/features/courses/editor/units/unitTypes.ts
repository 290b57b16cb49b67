import type { UnitList } from "../../../../app/unitList.ts";
import type { UnitField, UnitFields } from "../comparedValues.ts";
import { assignmentUnit } from "./assignment/assignmentUnit.ts";
import { audioUnit } from "./audio/audioUnit.ts";
import { contentUnit } from "./content/contentUnit.ts";
import { iframeUnit } from "./iframe/iframeUnit.ts";
import { presentationUnit } from "./presentation/presentationUnit.ts";
import { scormUnit } from "./scorm/scormUnit.ts";
import { surveyUnit } from "./survey/surveyUnit.ts";
import { testUnit } from "./test/testUnit.ts";
import type { UnitTypeEditor } from "./unitType.ts";
import { videoUnit } from "./video/videoUnit.ts";

/** Registers the types of unit under their lists in the API, in the order of the menu that adds them. */
const unitTypesByList = {
  contents: contentUnit,
  videos: videoUnit,
  audios: audioUnit,
  documents: presentationUnit,
  iframes: iframeUnit,
  tests: testUnit,
  assignments: assignmentUnit,
  surveys: surveyUnit,
  scorms: scormUnit,
} satisfies { [List in UnitList]: UnitTypeEditor<string, List, UnitFields> };

type Registered = (typeof unitTypesByList)[keyof typeof unitTypesByList];
export type UnitType = Registered["type"];

/** A type without what the compiler knows of each. */
type AnyUnitType = UnitTypeEditor<UnitType, UnitList, UnitFields>;

export const unitTypes = Object.values(unitTypesByList) as unknown as readonly AnyUnitType[];

const byType = new Map(unitTypes.map((each) => [each.type, each]));

/** Returns the definition of a type. */
export const getUnitType = (type: UnitType): AnyUnitType => byType.get(type)!;

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (each: infer Each) => void
  ? Each
  : never;
type OwnFields = Intersection<Registered["fields"]>;

/** The values of the fields that only some types have. */
export type OwnValues = { [Name in keyof OwnFields]: OwnFields[Name]["empty"] };

export type OwnFieldName = keyof OwnFields;

export const ownFields = Object.assign({}, ...unitTypes.map(({ fields }) => fields)) as Record<
  OwnFieldName,
  UnitField<unknown>
>;

export const ownFieldNames = Object.keys(ownFields) as OwnFieldName[];

/** The values of a unit whose type has none of these fields. */
export const emptyOwnValues = Object.fromEntries(
  ownFieldNames.map((name) => [name, ownFields[name].empty]),
) as OwnValues;
