import { plainText } from "./delta.ts";
import type { CourseDraft, Overview, Unit } from "./draft.ts";

/** Where two versions differ; `whole` is a unit that one of them lacks. What a version lacks is "". */
export type Difference = {
  /** Null for the overview. */
  unit: { title: string; order: number } | null;
  field: OverviewField | UnitField | "whole";
  mine: string;
  theirs: string;
};
type OverviewField = keyof Overview;
type UnitField =
  "order" | keyof Omit<Unit, "key" | "id" | "type" | "file_name" | "file_type" | "pdf_path" | "embed_url">;

/** A field as it is compared and as it is shown. */
type Shown = { value: string; text: string };
/** Words for what a draft holds as ids. */
export type Names = { category: (id: number) => string; course: (id: number) => string };

/**
 * Every field in which two versions of one course differ: the overview first, then the units of `theirs` in their order, then
 * those that only `mine` has. Units are the same by their ids.
 */
export function compareCourses(mine: CourseDraft, theirs: CourseDraft, names: Names): Difference[] {
  const stored = new Set(theirs.units.map(({ id }) => id));
  const units = [...theirs.units, ...mine.units.filter(({ id }) => id === null || !stored.has(id))];
  return [
    ...differing(null, overviewOf(mine, names), overviewOf(theirs, names)),
    ...units.flatMap((unit) => compareUnit(unit, mine.units, theirs.units)),
  ];
}

function compareUnit(unit: Unit, mine: Unit[], theirs: Unit[]): Difference[] {
  const own = placeOf(unit, mine);
  const other = placeOf(unit, theirs);
  const at = own ?? other;
  if (at === null) return [];
  const place = { title: at.unit.title, order: at.order };
  if (own && other) return differing(place, unitOf(own), unitOf(other));
  return [{ unit: place, field: "whole", mine: own ? place.title : "", theirs: other ? place.title : "" }];
}

function differing<Field extends OverviewField | UnitField>(
  unit: Difference["unit"],
  mine: Record<Field, Shown>,
  theirs: Record<Field, Shown>,
): Difference[] {
  return (Object.keys(mine) as Field[]).flatMap((field) =>
    mine[field].value === theirs[field].value
      ? []
      : [{ unit, field, mine: mine[field].text, theirs: theirs[field].text }],
  );
}

type Place = { unit: Unit; order: number };

function placeOf({ id, key }: Unit, units: Unit[]): Place | null {
  const index = units.findIndex((unit) => (id === null ? unit.key === key && unit.id === null : unit.id === id));
  const unit = units[index];
  return unit ? { unit, order: index + 1 } : null;
}

function unitOf({ unit, order }: Place): Record<UnitField, Shown> {
  return {
    order: same(String(order)),
    title: same(unit.title),
    content: { value: withoutSignatures(unit.content ?? ""), text: plainText(unit.content) },
    completion_option: same(unit.completion_option),
    time_limit: same(unit.time_limit),
    file: { value: withoutSignatures(unit.file ?? ""), text: unit.file_name ?? "" },
    youtube_link: same(unit.youtube_link),
    url: same(unit.url ?? ""),
    scorm_id: same(String(unit.scorm_id ?? "")),
    captions: {
      value: withoutSignatures(JSON.stringify(unit.captions.map(({ language, file_path }) => [language, file_path]))),
      text: unit.captions.map(({ language, file_name }) => `${language}: ${file_name}`).join("\n"),
    },
    draws: same(unit.draws.map(({ category, count }) => `${category}: ${count || "*"}`).join("\n")),
    questions: {
      value: JSON.stringify(unit.questions.map((question) => ({ ...question, id: null }))),
      text: unit.questions.map(({ question }, index) => `${index + 1}. ${question}`).join("\n"),
    },
  };
}

function overviewOf(course: CourseDraft, names: Names): Record<OverviewField, Shown> {
  const listed = (texts: string[]) => same(texts.join(", "));
  return {
    title: same(course.title),
    description: same(course.description),
    course_code: same(course.course_code),
    categories: listed(course.categories.map(names.category)),
    price: same(course.price),
    hide_from_catalog: same(course.hide_from_catalog ? "✓" : ""),
    capacity: same(course.capacity),
    level: same(course.level),
    start_date: same(course.start_date),
    start_time: same(course.start_time),
    end_date: same(course.end_date),
    end_time: same(course.end_time),
    completion_rules: same(course.completion_rules),
    completion_percentage: same(course.completion_percentage),
    learning_path: listed(course.learning_path.map(names.course)),
    certificate_type: same(course.certificate_type),
    thumbnail: { value: withoutSignatures(course.thumbnail ?? ""), text: course.thumbnail ? "✓" : "" },
    resources: {
      value: JSON.stringify(
        course.resources.map(({ id, name, is_downloadable, category_id }) => [id, name, is_downloadable, category_id]),
      ),
      text: course.resources.map(({ name }) => name).join(", "),
    },
  };
}

const same = (text: string): Shown => ({ value: text, text });

/** The addresses of a file differ in their signatures, from hour to hour. */
const withoutSignatures = (text: string) => text.replace(/(\/files\/[\w/]+)\?[\w=&-]*/g, "$1");
