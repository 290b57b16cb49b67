import { emptyCourse, newUnit, type CourseDraft, type Overview, type Unit, type UnitType } from "./draft.ts";
import { copyQuestion } from "./question.ts";
import type { Resource } from "./resource.ts";

/** The course in the editor. `saved` is the same object as `course` while there is nothing to save. */
export type EditorState = {
  /** Null until the course is saved for the first time. */
  id: number | null;
  version: number | null;
  status: "draft" | "published";
  course: CourseDraft;
  saved: CourseDraft;
  /** The key of a unit, or `overview`. */
  selected: string;
  /** The number in the last key that was used. */
  lastKey: number;
  /** Counts the versions that took the place of the one in the editor; each is shown in new forms. */
  edition: number;
  /** Names a new course, so that a second save after a lost answer does not create a second one. */
  creationKey?: string | undefined;
};

export const overview = "overview";

export type EditorAction =
  | { do: "select"; key: string }
  | { do: "changeOverview"; change: Partial<Omit<Overview, "resources">> }
  | { do: "addUnit"; type: UnitType }
  | { do: "changeUnit"; key: string; change: Partial<Omit<Unit, "key" | "id" | "type">> }
  | { do: "duplicateUnit"; key: string }
  | { do: "deleteUnit"; key: string }
  | { do: "moveUnit"; key: string; to: number }
  | { do: "addResources"; files: { key: string; name: string; size: number }[] }
  | { do: "changeResource"; key: string; change: Partial<Omit<Resource, "key" | "id">> }
  | { do: "deleteResource"; key: string }
  | { do: "restore"; work: UnsavedWork }
  /** Takes over what was saved: the same version, with the ids of new parts. */
  | { do: "load"; state: EditorState }
  /** Takes over the version of another author. */
  | { do: "replace"; state: EditorState };

/** What is stored on this device while it is not saved. */
export type UnsavedWork = Pick<EditorState, "course" | "version" | "selected" | "lastKey" | "creationKey">;

export const newCourseState: EditorState = {
  id: null,
  version: null,
  status: "draft",
  course: emptyCourse,
  saved: emptyCourse,
  selected: overview,
  lastKey: 0,
  edition: 0,
};

/** Tells whether there are changes that are not on the server yet. */
export const isUnsaved = (state: EditorState) => state.course !== state.saved;

/** Applies a change to the course. Units are renumber after each, with their default titles. */
export function draftReducer(state: EditorState, action: EditorAction): EditorState {
  const { course } = state;
  const withCourse = (change: Partial<CourseDraft>) => ({ ...state, course: { ...course, ...change } });
  switch (action.do) {
    case "select":
      return { ...state, selected: action.key };
    case "changeOverview":
      return withCourse(action.change);
    case "addUnit": {
      const lastKey = state.lastKey + 1;
      const unit = newUnit(`new-${lastKey}`, action.type, course.units.length + 1);
      return { ...withCourse({ units: [...course.units, unit] }), lastKey, selected: unit.key };
    }
    case "changeUnit":
      return withCourse({ units: withChange<Unit>(course.units, action.key, action.change) });
    case "duplicateUnit": {
      const index = course.units.findIndex(({ key }) => key === action.key);
      const unit = course.units[index];
      if (!unit) return state;
      const lastKey = state.lastKey + 1;
      const copy = copyUnit(unit, `new-${lastKey}`);
      return {
        ...withCourse({ units: renumber(course.units.toSpliced(index + 1, 0, copy)) }),
        lastKey,
        selected: copy.key,
      };
    }
    case "deleteUnit": {
      const units = renumber(course.units.filter((unit) => unit.key !== action.key));
      const selected = state.selected === action.key ? findNeighbour(course.units, action.key) : state.selected;
      return { ...withCourse({ units }), selected };
    }
    case "moveUnit":
      return withCourse({ units: renumber(moveTo(course.units, action.key, action.to)) });
    case "addResources":
      return withCourse({ resources: [...course.resources, ...action.files.map(newResource)] });
    case "changeResource":
      return withCourse({ resources: withChange<Resource>(course.resources, action.key, action.change) });
    case "deleteResource":
      return withCourse({ resources: course.resources.filter(({ key }) => key !== action.key) });
    case "restore":
      return {
        ...state,
        ...action.work,
        creationKey: action.work.creationKey ?? state.creationKey,
        edition: state.edition + 1,
        lastKey: Math.max(state.lastKey, action.work.lastKey),
      };
    case "load":
    case "replace": {
      const edition = action.do === "load" ? state.edition : state.edition + 1;
      // An upload for a key of the former version may still run.
      const lastKey = Math.max(state.lastKey, action.state.lastKey);
      return { ...action.state, selected: findSelected(state, action.state.course.units), edition, lastKey };
    }
  }
}

const withChange = <Part extends { key: string }>(parts: Part[], key: string, change: Partial<Part>): Part[] =>
  parts.map((part) => (part.key === key ? { ...part, ...change } : part));

/** Returns the key of the unit after a deleted one, else of the one before it, else of the overview. */
function findNeighbour(units: Unit[], key: string): string {
  const index = units.findIndex((unit) => unit.key === key);
  return (units[index + 1] ?? units[index - 1])?.key ?? overview;
}

function moveTo(units: Unit[], key: string, to: number): Unit[] {
  const unit = units.find((each) => each.key === key);
  if (!unit) return units;
  return units.filter((each) => each !== unit).toSpliced(Math.max(0, to), 0, unit);
}

/** Returns the key of the selected unit in a new list: keys change when new units get their ids, the order does not. */
function findSelected({ course, selected }: EditorState, units: Unit[]): string {
  return units[course.units.findIndex(({ key }) => key === selected)]?.key ?? overview;
}

const hasDefaultTitle = ({ type, title }: Unit) => new RegExp(`^${type} unit \\d+$`, "i").test(title);

const COPY = " (copy)";
const LONGEST_TITLE = 200;

/** Returns a new unit with the same content, file and questions, named as the server names a copied course. */
function copyUnit(unit: Unit, key: string): Unit {
  const title = hasDefaultTitle(unit) ? unit.title : `${cut(unit.title, LONGEST_TITLE - COPY.length)}${COPY}`;
  return { ...unit, key, id: null, title, questions: unit.questions.map(copyQuestion), has_answers: null };
}

/** Returns at most so many characters, without half of one at the end, which the server refuses. */
const cut = (text: string, most: number) => text.slice(0, most).replace(/[\ud800-\udbff]$/, "");

/** Numbers default titles, in any case, by their new place. */
function renumber(units: Unit[]): Unit[] {
  return units.map((unit, index) =>
    hasDefaultTitle(unit) ? { ...unit, title: unit.title.replace(/\d+$/, String(index + 1)) } : unit,
  );
}

const newResource = ({ key, name, size }: { key: string; name: string; size: number }): Resource => ({
  key,
  id: null,
  name,
  size,
  file_path: null,
  is_downloadable: false,
  category_id: null,
});
