import type { UnitList } from "../../../app/unitList.ts";
import type { CourseToEditQuery } from "../../../gen/graphql.ts";
import { readOverview } from "./courseFields.ts";
import type { Unit } from "./draft.ts";
import { overview, type EditorState } from "./draftReducer.ts";
import { toQuestion } from "./questionForms.ts";
import type { StoredUnit } from "./units/unitType.ts";
import { emptyOwnValues, unitTypes } from "./units/unitTypes.ts";

type Stored = NonNullable<CourseToEditQuery["course"]>;

/** Converts a stored course into the state of the editor. */
export function toEditorState(stored: Stored): EditorState {
  const course = { ...readOverview(stored), units: toUnits(stored) };
  return {
    id: stored.id,
    version: stored.version,
    status: stored.status === "published" ? "published" : "draft",
    course,
    saved: course,
    selected: overview,
    lastKey: 0,
    edition: 0,
  };
}

function toUnits(stored: Stored): Unit[] {
  return unitTypes
    .flatMap((definition) =>
      stored[definition.list].map((each: StoredUnit<UnitList>) => ({
        unit_order: each.unit_order,
        unit: {
          ...emptyOwnValues,
          key: `unit-${each.id}`,
          id: each.id,
          type: definition.type,
          title: each.title ?? "",
          completion_option: each.completion_option ?? "",
          time_limit: each.time_limit ? String(each.time_limit) : "",
          questions: each.tests.map(toQuestion),
          content: null,
          file: null,
          file_name: null,
          file_type: null,
          pdf_path: null,
          ...definition.read(each as never),
        } satisfies Unit,
      })),
    )
    .toSorted((a, b) => a.unit_order - b.unit_order)
    .map(({ unit }) => unit);
}
