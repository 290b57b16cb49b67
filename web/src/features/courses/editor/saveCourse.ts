import { execute } from "../../../app/graphql.ts";
import { CourseToEdit, CreateCourse } from "./course.documents.ts";
import { toEditorState } from "./courseFromServer.ts";
import { toCreateVariables, toEditInput } from "./courseToServer.ts";
import type { CourseDraft } from "./draft.ts";
import type { EditorState } from "./draftReducer.ts";
import { EditCourse } from "./editor.documents.ts";

export type OpenedCourse = {
  state: EditorState;
  /** False when the viewer may only use the course, because another site owns it. */
  mayEdit: boolean;
  /** The branch that owns it; null for the main site. */
  owningBranch: string | null;
};

/**
 * Reads the stored course; null when there is none.
 * @throws ApiError
 */
export async function openCourse(id: number): Promise<OpenedCourse | null> {
  const { course } = await execute(CourseToEdit, { id });
  if (!course) return null;
  return { state: toEditorState(course), mayEdit: course.may_edit, owningBranch: course.owning_branch ?? null };
}

/**
 * Reads the editable part of the stored course.
 * @throws ApiError
 */
export async function fetchCourse(id: number): Promise<EditorState | null> {
  return (await openCourse(id))?.state ?? null;
}

/**
 * Creates the course, or saves it over the version that the author started from.
 * @returns its id, and the state with its new version; new parts have no ids yet
 * @throws ApiError
 */
export async function sendCourse(
  state: EditorState,
  status: EditorState["status"],
): Promise<{ id: number; saved: EditorState }> {
  const { id, version, course, creationKey } = state;
  const saved = { ...state, status, saved: course };
  if (id === null) {
    const variables = { ...toCreateVariables(course, status), creation_key: creationKey };
    return { id: (await execute(CreateCourse, variables)).createCourse.id, saved };
  }
  const { editCourse } = await execute(EditCourse, { input: toEditInput({ id, version }, course, status) });
  return { id, saved: { ...saved, version: editCourse.version } };
}

/**
 * Puts the author's version on top of what another author saved. Units and questions that the other deleted are new
 * again.
 * @throws ApiError
 */
export async function mergeWithNewest(state: EditorState): Promise<EditorState> {
  if (state.id === null) return state;
  const newest = await fetchCourse(state.id);
  if (!newest) return state;
  const { version, status } = newest;
  return { ...state, version, status, course: withKnownIds(state.course, newest.course) };
}

function withKnownIds(course: CourseDraft, stored: CourseDraft): CourseDraft {
  const unitIds = new Set(stored.units.map(({ id }) => id));
  const resourceIds = new Set(stored.resources.map(({ id }) => id));
  const questionIds = new Set(stored.units.flatMap(({ questions }) => questions.map(({ id }) => id)));
  const known = (ids: Set<number | null>, id: number | null) => (ids.has(id) ? id : null);
  return {
    ...course,
    resources: course.resources.map((each) => ({ ...each, id: known(resourceIds, each.id) })),
    units: course.units.map((unit) => ({
      ...unit,
      id: known(unitIds, unit.id),
      questions: unit.questions.map((question) => ({ ...question, id: known(questionIds, question.id) })),
    })),
  };
}
