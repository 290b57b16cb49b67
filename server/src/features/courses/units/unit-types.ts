import type * as z from "zod";
import type { DB } from "../../../db/schema.ts";
import { assignmentUnit } from "./assignment/assignment-unit.ts";
import { audioUnit } from "./audio/audio-unit.ts";
import { contentUnit } from "./content/content-unit.ts";
import { iframeUnit } from "./iframe/iframe-unit.ts";
import { presentationUnit } from "./presentation/presentation-unit.ts";
import { scormUnit } from "./scorm/scorm-unit.ts";
import { surveyUnit } from "./survey/survey-unit.ts";
import { testUnit } from "./test/test-unit.ts";
import type { UnitField, UnitTypeDefinition } from "./unit-type.ts";
import { videoUnit } from "./video/video-unit.ts";

/** Registers the types of unit under their names, which are stored in `units.type`. */
export const UNIT_TYPES = {
  Content: contentUnit,
  Video: videoUnit,
  Audio: audioUnit,
  Presentation: presentationUnit,
  iFrame: iframeUnit,
  Scorm: scormUnit,
  Test: testUnit,
  Assignment: assignmentUnit,
  Survey: surveyUnit,
} as const satisfies Record<string, UnitTypeDefinition>;

export type UnitType = keyof typeof UNIT_TYPES;

export const UNIT_TYPE_NAMES = Object.keys(UNIT_TYPES) as [UnitType, ...UnitType[]];

/** Returns the definition of a type; its parts are known to the compiler for one named type only. */
export function getUnitType(type: UnitType): UnitTypeDefinition {
  return UNIT_TYPES[type];
}

/** Tells whether `name`, sent by a client, means this type: its API type, or its name in any case or plural (P60). */
export function isTypeName(type: UnitType, name: string): boolean {
  const singular = name.toLowerCase().replace(/s$/, "");
  return name === getUnitType(type).typename || singular === type.toLowerCase();
}

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (each: infer Each) => void
  ? Each
  : never;

/** The fields that only some types have, of all types together. */
type OwnFields = Intersection<(typeof UNIT_TYPES)[UnitType]["fields"]>;
export type OwnFieldName = keyof OwnFields;

const OWN_FIELDS = Object.assign(
  {},
  ...Object.values(UNIT_TYPES).map(({ fields }) => fields),
) as OwnFields satisfies Partial<Record<keyof DB["units"], UnitField>>;

/** The same, without what the compiler knows of each. */
export const UNIT_FIELDS: ReadonlyMap<OwnFieldName, UnitField> = new Map(
  Object.entries(OWN_FIELDS) as [OwnFieldName, UnitField][],
);

type Forms = { [Name in OwnFieldName]: OwnFields[Name]["form"] };

/** Returns the forms of the fields of all types, as part of the form of a unit. */
export function getUnitFieldForms(): Forms {
  return Object.fromEntries([...UNIT_FIELDS].map(([name, { form }]) => [name, form])) as Forms;
}

type Archived<Field> = Field extends { archived: { form: infer Form extends z.ZodType } } ? Form : never;
type ArchivedForms = {
  [Name in OwnFieldName as Archived<OwnFields[Name]> extends never ? never : Name]: Archived<OwnFields[Name]>;
};

/** Returns the forms of those fields that archives have, as part of the form of an archived unit. */
export function getArchivedUnitFieldForms(): ArchivedForms {
  const forms = [...UNIT_FIELDS].flatMap(([name, { archived }]) => (archived ? [[name, archived.form]] : []));
  return Object.fromEntries(forms) as ArchivedForms;
}

/** Returns the values that units of types without these fields store. */
export function getEmptyUnitFields(): { [Name in OwnFieldName]: OwnFields[Name]["empty"] } {
  const values = [...UNIT_FIELDS].map(([name, { empty }]) => [name, empty]);
  return Object.fromEntries(values) as ReturnType<typeof getEmptyUnitFields>;
}

type SqlType = UnitField["column"] | "text[]";

const COMMON_COLUMNS = {
  type: "text",
  unit_order: "integer",
  title: "text",
  content: "text",
  content_images: "text[]",
  pictures_pending: "boolean",
  completion_option: "text",
  time_limit: "integer",
  file_key: "text",
} as const satisfies Partial<Record<keyof DB["units"], SqlType>>;

type WrittenColumn = keyof typeof COMMON_COLUMNS | OwnFieldName;

/**
 * Lists the other columns of `units` with the reason why a save does not write them. The compiler requires each column
 * of the table to be a field of a type, a common column or listed here.
 */
export const OTHER_UNIT_COLUMNS = {
  instance_id: "the tenant",
  id: "the key",
  course_id: "the course",
  deleted_at: "set by the server",
} as const satisfies Record<Exclude<keyof DB["units"], WrittenColumn>, string>;

/** The columns of `units` that a save writes and a duplicate takes over, with their types. */
export const UNIT_COLUMNS: ReadonlyMap<WrittenColumn, SqlType> = new Map<WrittenColumn, SqlType>([
  ...(Object.entries(COMMON_COLUMNS) as [keyof typeof COMMON_COLUMNS, SqlType][]),
  ...[...UNIT_FIELDS].map(([name, { column }]) => [name, column] as [OwnFieldName, SqlType]),
]);
