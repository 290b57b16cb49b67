import type { builder } from "../../../graphql/builder.ts";
import type { LearnerUnit } from "../../learning/units.service.ts";

type Types = typeof builder.$inferSchemaTypes;
export type InputBuilder = PothosSchemaTypes.InputFieldBuilder<Types, "InputObject">;
export type UnitBuilder = PothosSchemaTypes.ObjectFieldBuilder<Types, LearnerUnit>;

type InputFields = Record<string, ReturnType<InputBuilder["field"]>>;
type UnitFields = Record<string, ReturnType<UnitBuilder["field"]>>;

/** What a type of unit has in the API beside plain fields. */
export interface UnitApi {
  /** A description of the list in EditCourseInput. */
  description?: string;
  input?: (t: InputBuilder) => InputFields;
  output?: (t: UnitBuilder) => UnitFields;
}
