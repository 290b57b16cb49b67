import { writeDay } from "../cells.ts";
import { listMatrixCourses, listMatrixPaths, toState } from "../compliance.service.ts";
import { filterReach } from "../filters.service.ts";
import { toPeopleSearch } from "../people-search.ts";
import type { Texts } from "../report-texts.ts";
import { PEOPLE_FILTERS } from "../request.ts";
import {
  pathMatrixStatement,
  trainingMatrixStatement,
  type PathCell,
  type TrainingCell,
} from "../statements/training-matrix.statement.ts";
import { defineTable, fromStatement } from "../table.ts";

/** People and their courses: who is compliant, who has to do what by when. */
export const trainingMatrixReport = defineTable({
  kind: "training-matrix",
  title: "trainingMatrixTitle",
  fileName: "training-matrix",
  permission: "report.view",
  filters: [...PEOPLE_FILTERS, "category_id", "search", "state"],
  toStateTerm: (state) => state,
  isScheduled: true,
  open: async (actor, request, whole) => {
    const filtered = await filterReach(actor, whole, request);
    const { reach, filters } = filtered;
    const courses = await listMatrixCourses(filtered);
    const params = { ...filters, ...toPeopleSearch(request.search), state: toState(request.state) };
    return {
      ...fromStatement(trainingMatrixStatement, reach, params, request.sort),
      columns: courses.map(({ id, name }) => ({
        heading: () => name,
        value: ({ cells }: { cells: TrainingCell[] }, texts: Texts) =>
          describeCell(
            cells.find(({ courseId }) => courseId === id),
            texts,
          ),
      })),
    };
  },
  columns: [
    { label: "name", value: (row) => row.name, sort: "name" },
    { label: "email", value: (row) => row.email, only: "files" },
  ],
});

/** People and their learning paths. */
export const pathMatrixReport = defineTable({
  kind: "training-matrix-paths",
  title: "pathMatrixTitle",
  fileName: "training-matrix-learning-paths",
  permission: "report.view",
  filters: [...PEOPLE_FILTERS, "category_id", "search", "state"],
  toStateTerm: (state) => state,
  isScheduled: true,
  open: async (actor, request, whole) => {
    const filtered = await filterReach(actor, whole, request);
    const paths = await listMatrixPaths(filtered);
    const params = {
      ...filtered.filters,
      ofPaths: true as const,
      ...toPeopleSearch(request.search),
      state: toState(request.state),
    };
    return {
      ...fromStatement(pathMatrixStatement, filtered.reach, params, request.sort),
      columns: paths.map(({ id, name }) => ({
        heading: () => name,
        value: ({ cells }: { cells: PathCell[] }, texts: Texts) =>
          describeCell(
            cells.find(({ pathId }) => pathId === id),
            texts,
          ),
      })),
    };
  },
  columns: [
    { label: "name", value: (row) => row.name, sort: "name" },
    { label: "email", value: (row) => row.email, only: "files" },
  ],
});

/** Describes a cell in words: 'Compliant · valid until 03/02/2027'; empty for a person who is not enrolled. */
export function describeCell(cell: Omit<TrainingCell, "courseId"> | undefined, texts: Texts): string {
  if (!cell) return "";
  const { state, progress, isComplete, due, expires } = cell;
  return [
    texts.text(state),
    !isComplete && expires !== null && texts.text("takenAgain"),
    !isComplete && progress > 0 && `${progress}%`,
    !isComplete && due !== null && `${texts.text("dueBy")} ${writeDay(due)}`,
    expires !== null && `${texts.text("until")} ${writeDay(expires)}`,
  ]
    .filter(Boolean)
    .join(" · ");
}
