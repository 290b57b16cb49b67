import type { LearningPathInput, LearningPathToEditQuery } from "../../../gen/graphql.ts";
import { parseWholeNumber } from "../../../app/numbers.ts";

export type DraftCourse = { id: number; title: string; is_published: boolean };

/** A section while it is edited; `key` stays the same while sections move. */
export type DraftSection = {
  key: string;
  title: string;
  /** How many courses complete it, as it is typed; all of them if blank. */
  needed: string;
  in_order: boolean;
  courses: DraftCourse[];
};

/** A learning path while it is edited. */
export type PathDraft = {
  title: string;
  description: string;
  cover: string | null;
  status: "draft" | "published";
  in_catalogue: boolean;
  is_sequential: boolean;
  /** Days after the assignment, as they are typed; no due date if blank. */
  due_days: string;
  /** How long the certificate is valid, as it is typed; null without a certificate. */
  certificate_months: string | null;
  /** The id of the template; blank for the certificate of the product. */
  certificate_template_id: string;
  sections: DraftSection[];
};

/** Where a course is: the index of its section, and its place there. */
export type Place = { section: number; index: number };

const createSection = (key: string): DraftSection => ({ key, title: "", needed: "", in_order: false, courses: [] });

export const NEW_PATH: PathDraft = {
  title: "",
  description: "",
  cover: null,
  status: "draft",
  in_catalogue: false,
  is_sequential: false,
  due_days: "",
  certificate_months: null,
  certificate_template_id: "",
  sections: [createSection("first")],
};

/** Returns a path of the server as a draft. */
export function toDraft(path: LearningPathToEditQuery["learningPath"]): PathDraft {
  return {
    title: path.title,
    description: path.description,
    cover: path.cover ?? null,
    status: path.status === "published" ? "published" : "draft",
    in_catalogue: path.in_catalogue,
    is_sequential: path.is_sequential,
    due_days: path.due_days == null ? "" : String(path.due_days),
    certificate_months: path.certificate_months == null ? null : String(path.certificate_months),
    certificate_template_id: path.certificate_template_id == null ? "" : String(path.certificate_template_id),
    sections: path.sections.map(({ title, needed, in_order, courses }, index) => ({
      key: `stored-${index}`,
      title,
      needed: needed == null ? "" : String(needed),
      in_order,
      courses,
    })),
  };
}

/** Returns a draft as the server takes it. */
export function toInput({
  due_days,
  certificate_months,
  certificate_template_id,
  sections,
  ...fields
}: PathDraft): LearningPathInput {
  return {
    ...fields,
    due_days: parseWholeNumber(due_days),
    certificate_months: certificate_months === null ? null : (parseWholeNumber(certificate_months) ?? 0),
    certificate_template_id: certificate_template_id === "" ? null : Number(certificate_template_id),
    sections: sections.map(({ title, needed, in_order, courses }) => ({
      title,
      needed: parseWholeNumber(needed),
      in_order,
      course_ids: courses.map(({ id }) => id),
    })),
  };
}

/** Tells whether two drafts differ in what concerns people: courses and rules. */
export const haveOtherCourses = (before: PathDraft, after: PathDraft): boolean =>
  JSON.stringify(toInput(before).sections.map(({ title: _, ...rule }) => rule)) !==
  JSON.stringify(toInput(after).sections.map(({ title: _, ...rule }) => rule));

export const addSection = (sections: readonly DraftSection[], key: string): DraftSection[] => [
  ...sections,
  createSection(key),
];

export const changeSection = (
  sections: readonly DraftSection[],
  key: string,
  change: Partial<DraftSection>,
): DraftSection[] => sections.map((section) => (section.key === key ? { ...section, ...change } : section));

export const removeSection = (sections: readonly DraftSection[], key: string): DraftSection[] =>
  sections.filter((section) => section.key !== key);

/** Moves a section to a place; stays when there is no such place. */
export function moveSection(sections: readonly DraftSection[], from: number, to: number): DraftSection[] {
  const moved = [...sections];
  if (to < 0 || to >= moved.length) return moved;
  const [section] = moved.splice(from, 1);
  if (section) moved.splice(to, 0, section);
  return moved;
}

/** Finds a course; null when the path does not have it. */
export function findCourse(sections: readonly DraftSection[], id: number): Place | null {
  for (const [section, { courses }] of sections.entries()) {
    const index = courses.findIndex((course) => course.id === id);
    if (index !== -1) return { section, index };
  }
  return null;
}

/** Moves a course to a place, also of another section. */
export function moveCourse(sections: readonly DraftSection[], id: number, to: Place): DraftSection[] {
  const from = findCourse(sections, id);
  if (!from || !sections[to.section]) return [...sections];
  const course = sections[from.section]!.courses[from.index]!;
  const without = sections.map((section) => ({
    ...section,
    courses: section.courses.filter((each) => each.id !== id),
  }));
  return without.map((section, index) =>
    index === to.section ? { ...section, courses: section.courses.toSpliced(to.index, 0, course) } : section,
  );
}

/** Returns the place one step up or down, across the borders of sections; null at the ends of the path. */
export function getNeighbour(sections: readonly DraftSection[], { section, index }: Place, step: -1 | 1): Place | null {
  const next = index + step;
  if (next >= 0 && next < sections[section]!.courses.length) return { section, index: next };
  const other = sections[section + step];
  if (!other) return null;
  return { section: section + step, index: step === 1 ? 0 : other.courses.length };
}

export const removeCourse = (sections: readonly DraftSection[], id: number): DraftSection[] =>
  sections.map((section) => ({ ...section, courses: section.courses.filter((course) => course.id !== id) }));
