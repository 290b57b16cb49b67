import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { nameCertificateType, nameCompletionRule } from "../../../app/termNames.ts";
import type { UnitList } from "../../../app/unitList.ts";
import type { CourseToEditQuery, EditCourseInput } from "../../../gen/graphql.ts";
import type { Resource } from "./resource.ts";
import { parseNumber, parseWholeNumber } from "../../../app/numbers.ts";
import { type Names, removeSignatures, type Shown, showText } from "./comparedValues.ts";

type Stored = NonNullable<CourseToEditQuery["course"]>;

/** The fields of a course in the API's input, without its units and what a save adds. A lone category is not used here. */
export type CourseFieldName = Exclude<
  keyof EditCourseInput,
  UnitList | "unit_tests" | "id" | "version" | "status" | "category"
>;

/** A field of a course in the draft: how it is read, sent and compared. */
type CourseField<Name extends CourseFieldName, Value, Read = Value> = {
  label: MessageDescriptor;
  /** The value of a new course. */
  empty: Read;
  read: (stored: Stored) => Read;
  write: (value: Value) => Exclude<EditCourseInput[Name], undefined>;
  describe: (value: Value, names: Names) => Shown;
};

/** The names of fields whose stored value is a text. */
type TextName = {
  [Name in CourseFieldName & keyof Stored]: Stored[Name] extends string | null ? Name : never;
}[CourseFieldName & keyof Stored];
type NumberName = {
  [Name in CourseFieldName & keyof Stored]: Stored[Name] extends number | null ? Name : never;
}[CourseFieldName & keyof Stored];

const textField = (name: TextName, label: MessageDescriptor) => ({
  label,
  empty: "",
  read: (stored: Stored) => stored[name] ?? "",
  write: (text: string) => text,
  describe: showText,
});

/** A text that is sent without the blanks around it. */
const trimmedField = (name: TextName, label: MessageDescriptor) => ({
  ...textField(name, label),
  write: (text: string) => text.trim(),
});

/** A time of day, shown without its seconds. */
const timeField = (name: TextName, label: MessageDescriptor) => ({
  ...textField(name, label),
  read: (stored: Stored) => stored[name]?.slice(0, 5) ?? "",
});

/** A whole number, kept as it was typed; 0 and nothing are "". */
const numberField = (name: NumberName, label: MessageDescriptor) => ({
  label,
  empty: "",
  read: (stored: Stored) => (stored[name] ? String(stored[name]) : ""),
  write: parseWholeNumber,
  describe: showText,
});

/**
 * Lists the fields of a course. The draft, reading, saving and comparing derive from it. The compiler requires an entry
 * for each field of the API's input (ADR 054).
 */
export const courseFields = {
  title: trimmedField("title", msg`Title`),
  description: trimmedField("description", msg`Description`),
  course_code: textField("course_code", msg`Course code`),
  categories: {
    label: msg`Categories`,
    empty: [] as number[],
    read: (stored) => stored.categories.map(({ id }) => id),
    write: (ids: number[]) => ids.map((id) => ({ id })),
    describe: (ids: number[], names) => showText(ids.map(names.category).join(", ")),
  },
  price: { ...numberField("price", msg`Price`), write: (price: string) => parseNumber(price) ?? 0 },
  hide_from_catalog: {
    label: msg`Hide from catalog`,
    empty: false as boolean,
    read: (stored) => stored.hide_from_catalog,
    write: (isHidden: boolean) => isHidden,
    describe: (isHidden: boolean) => showText(isHidden ? "✓" : ""),
  },
  capacity: numberField("capacity", msg`Capacity`),
  level: textField("level", msg`Level`),
  start_date: textField("start_date", msg`Start date`),
  start_time: timeField("start_time", msg`Start time`),
  end_date: textField("end_date", msg`End date`),
  end_time: timeField("end_time", msg`End time`),
  due_days: {
    ...numberField("due_days", msg`Due days after enrolment`),
    // 0 is the day of the enrolment itself.
    read: (stored) => stored.due_days?.toString() ?? "",
  },
  recertify_days: numberField("recertify_days", msg`Starts again before the certificate expires, in days`),
  completion_rules: {
    label: msg`Completion rules`,
    empty: "all-units" as "all-units" | "percentage",
    read: (stored) => (stored.completion_rules === "percentage" ? "percentage" : "all-units"),
    write: (rule: "all-units" | "percentage") => rule,
    describe: (rule: string) => ({ value: rule, text: nameCompletionRule(rule) }),
  },
  completion_percentage: {
    ...numberField("completion_percentage", msg`Completion percentage`),
    empty: "100",
    read: (stored) => String(stored.completion_percentage),
  },
  learning_path: {
    label: msg`Learning path`,
    empty: [] as number[],
    read: (stored) => stored.learning_path,
    write: (ids: number[]) => ids,
    describe: (ids: number[], names) => showText(ids.map(names.course).join(", ")),
  },
  certificate_type: {
    ...textField("certificate_type", msg`Certificate type`),
    empty: "Default",
    describe: (type: string | null) => ({ value: type ?? "", text: nameCertificateType(type ?? "") }),
  },
  certificate_template_id: {
    label: msg`Certificate template`,
    empty: "",
    read: (stored) => stored.certificate_template_id?.toString() ?? "",
    write: parseNumber,
    describe: showText,
  },
  thumbnail: {
    label: msg`Thumbnail`,
    /** The address of the picture. */
    empty: null as string | null,
    read: (stored) => stored.thumbnail,
    write: (address: string | null) => address,
    describe: (address: string | null) => ({ value: removeSignatures(address ?? ""), text: address ? "✓" : "" }),
  },
  resources: {
    label: msg`Resources`,
    empty: [] as Resource[],
    read: (stored) =>
      stored.resources.map(({ id, name, file_path, is_downloadable, category }) => ({
        key: `resource-${id}`,
        id,
        name,
        size: null,
        file_path,
        is_downloadable,
        category_id: category?.id ?? null,
      })),
    write: (resources: Resource[]) =>
      resources.flatMap(({ id, name, file_path, is_downloadable, category_id }) =>
        file_path === null
          ? []
          : [{ id, name, file_path, is_downloadable, category: category_id === null ? null : { id: category_id } }],
      ),
    describe: (resources: Resource[]) => ({
      value: JSON.stringify(
        resources.map(({ id, name, is_downloadable, category_id }) => [id, name, is_downloadable, category_id]),
      ),
      text: resources.map(({ name }) => name).join(", "),
    }),
  },
} satisfies { [Name in CourseFieldName]: CourseField<Name, never, unknown> };

/** Numbers are kept as typed; dates are `yyyy-mm-dd`, times `hh:mm`, and what is left out is "". */
export type Overview = { [Name in CourseFieldName]: (typeof courseFields)[Name]["empty"] };

const names = Object.keys(courseFields) as CourseFieldName[];

/** The same fields, without what the compiler knows of each. */
const anyFields = courseFields as unknown as Record<CourseFieldName, CourseField<CourseFieldName, unknown>>;

const mapFields = <Value>(convert: (name: CourseFieldName) => Value) =>
  Object.fromEntries(names.map((name) => [name, convert(name)])) as Record<CourseFieldName, Value>;

export const emptyOverview = mapFields((name) => courseFields[name].empty) as Overview;

/** Reads the fields of a stored course. */
export const readOverview = (stored: Stored) => mapFields((name) => anyFields[name].read(stored)) as Overview;

/** Converts the fields for the API's input. */
export const writeOverview = (course: Overview) =>
  mapFields((name) => anyFields[name].write(course[name])) as {
    [Name in CourseFieldName]: Exclude<EditCourseInput[Name], undefined>;
  };

/** Describes each field for comparing two versions. */
export const describeOverview = (course: Overview, names: Names): Record<CourseFieldName, Shown> =>
  mapFields((name) => anyFields[name].describe(course[name], names));
