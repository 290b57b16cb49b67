import { execute } from "../../../app/graphql.ts";
import { stateOf } from "./courseFromServer.ts";
import { createVariables, editInput } from "./courseToServer.ts";
import type { CourseDraft } from "./draft.ts";
import type { EditorState } from "./draftReducer.ts";
import { CourseToEdit, CreateCourse, EditCourse } from "./editor.documents.ts";

export type OpenedCourse = {
  state: EditorState;
  /** False where the viewer may only use the course, because another site owns it. */
  mayEdit: boolean;
  /** The branch that owns it; null for the main site. */
  owningBranch: string | null;
};

/** Reads the course as it is stored now; null when there is none. @throws ApiError */
export async function openCourse(id: number): Promise<OpenedCourse | null> {
  const { course } = await execute(CourseToEdit, { id });
  if (!course) return null;
  return { state: stateOf(course), mayEdit: course.may_edit, owningBranch: course.owning_branch ?? null };
}

/** As `openCourse`, only what is edited. @throws ApiError */
export async function fetchCourse(id: number): Promise<EditorState | null> {
  return (await openCourse(id))?.state ?? null;
}

/** Creates the course, or saves it over the version that the author began from; answers its id. @throws ApiError */
export async function sendCourse({ id, version, course }: EditorState, status: EditorState["status"]): Promise<number> {
  if (id === null) return (await execute(CreateCourse, createVariables(course, status))).createCourse.id;
  return (await execute(EditCourse, { input: editInput({ id, version }, course, status) })).editCourse.id;
}

/**
 * The author's course on top of what somebody else saved in between. Units and questions that the other has deleted are
 * new ones again. @throws ApiError
 */
export async function onTopOfNewest(state: EditorState): Promise<EditorState> {
  if (state.id === null) return state;
  const newest = await fetchCourse(state.id);
  if (!newest) return state;
  return { ...state, version: newest.version, course: withKnownIds(state.course, newest.course) };
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
