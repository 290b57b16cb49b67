import { iframeUnitApi } from "./iframe/iframe-unit.graphql.ts";
import { presentationUnitApi } from "./presentation/presentation-unit.graphql.ts";
import { scormUnitApi } from "./scorm/scorm-unit.graphql.ts";
import { surveyUnitApi } from "./survey/survey-unit.graphql.ts";
import { testUnitApi } from "./test/test-unit.graphql.ts";
import type { UnitApi } from "./unit-type.graphql.ts";
import type { UNIT_TYPES, UnitType } from "./unit-types.ts";
import { videoUnitApi } from "./video/video-unit.graphql.ts";

type Fields<Type extends UnitType> = (typeof UNIT_TYPES)[Type]["fields"];
type IfNotPlain<Field, Type> = Field extends { api: null } ? Type : never;

/** The types with a field that is not plain, such as a list of objects. */
type WithOwnApi = {
  [Type in UnitType]: IfNotPlain<Fields<Type>[keyof Fields<Type>], Type>;
}[UnitType];

/** Registers what types of unit have in the API beside plain fields. */
export const UNIT_APIS: Partial<Record<UnitType, UnitApi>> & Record<WithOwnApi, UnitApi> = {
  Video: videoUnitApi,
  Presentation: presentationUnitApi,
  iFrame: iframeUnitApi,
  Scorm: scormUnitApi,
  Test: testUnitApi,
  Survey: surveyUnitApi,
};
