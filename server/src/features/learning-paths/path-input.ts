import type { Reach } from "../../access/actor.ts";
import { Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { MOST_DUE_DAYS } from "../due-dates/due.service.ts";
import { findKey, resolveFiles } from "../files/files.service.ts";
import type { PathFields, SectionFields } from "./paths.queries.ts";

/** A section as a client sends it. */
export interface SectionInput {
  title?: string | null | undefined;
  needed?: number | null | undefined;
  in_order?: boolean | null | undefined;
  course_ids: readonly number[];
}

/** A path as a client sends it; what is missing gets its default. */
export interface PathInput {
  title: string;
  description?: string | null | undefined;
  /** The address of an uploaded picture. */
  cover?: string | null | undefined;
  status: string;
  in_catalogue?: boolean | null | undefined;
  is_sequential?: boolean | null | undefined;
  due_days?: number | null | undefined;
  certificate_months?: number | null | undefined;
  certificate_template_id?: number | null | undefined;
  sections: readonly SectionInput[];
}

const LONGEST_TITLE = 200;
const LONGEST_DESCRIPTION = 5_000;
const MOST_CERTIFICATE_MONTHS = 120;
const MOST_SECTIONS = 30;
const MOST_COURSES = 100;

/** Checks what a client sends. @throws Invalid */
export function parsePath(input: PathInput): Omit<PathFields, "cover_key"> & { sections: SectionFields[] } {
  const title = input.title.trim();
  const description = input.description?.trim() ?? "";
  const due_days = input.due_days ?? null;
  if (!title) throw new Invalid({ title: [t`Enter a title.`] });
  if (title.length > LONGEST_TITLE) throw new Invalid({ title: [t`A title has at most ${LONGEST_TITLE} characters.`] });
  if (description.length > LONGEST_DESCRIPTION)
    throw new Invalid({ description: [t`A description has at most ${LONGEST_DESCRIPTION} characters.`] });
  if (input.status !== "draft" && input.status !== "published")
    throw new Invalid({ status: [t`Choose draft or published.`] });
  if (due_days !== null && !(due_days >= 0 && due_days <= MOST_DUE_DAYS))
    throw new Invalid({ due_days: [t`Use a number of days from 0 to ${MOST_DUE_DAYS}.`] });
  const certificate_months = input.certificate_months ?? null;
  if (certificate_months !== null && !(certificate_months >= 1 && certificate_months <= MOST_CERTIFICATE_MONTHS))
    throw new Invalid({ certificate_months: [t`Use a number of months from 1 to ${MOST_CERTIFICATE_MONTHS}.`] });
  return {
    title,
    description,
    status: input.status,
    in_catalogue: input.in_catalogue ?? false,
    is_sequential: input.is_sequential ?? false,
    due_days,
    certificate_months,
    // Without a certificate the design means nothing.
    certificate_template_id: certificate_months === null ? null : (input.certificate_template_id ?? null),
    sections: parseSections(input.sections),
  };
}

function parseSections(given: readonly SectionInput[]): SectionFields[] {
  if (given.length > MOST_SECTIONS)
    throw new Invalid({ sections: [t`A learning path has at most ${MOST_SECTIONS} sections.`] });
  const ids = given.flatMap(({ course_ids }) => course_ids);
  if (ids.length > MOST_COURSES)
    throw new Invalid({ sections: [t`A learning path has at most ${MOST_COURSES} courses.`] });
  if (new Set(ids).size < ids.length)
    throw new Invalid({ sections: [t`A course can be in a learning path only once.`] });
  return given.map(({ title, needed, in_order, course_ids }, index) => {
    const name = title?.trim() ?? "";
    if (name.length > LONGEST_TITLE)
      throw new Invalid({ [`sections.${index}.title`]: [t`A title has at most ${LONGEST_TITLE} characters.`] });
    if (needed != null && !(needed >= 1 && needed <= course_ids.length))
      throw new Invalid({
        [`sections.${index}.needed`]: [t`Choose a number from 1 to the number of courses in the section.`],
      });
    return { title: name, needed: needed ?? null, in_order: in_order ?? false, course_ids: [...course_ids] };
  });
}

/** Refuses to publish a path with an empty section or without courses. @throws Invalid */
export function refuseUnfinished(sections: readonly SectionFields[]): void {
  if (sections.length === 0) throw new Invalid({ sections: [t`Add a course before you publish the learning path.`] });
  sections.forEach(({ course_ids }, index) => {
    if (course_ids.length === 0)
      throw new Invalid({ [`sections.${index}.courses`]: [t`Add a course to the section, or remove the section.`] });
  });
}

/** Returns the key of the cover: the stored one, or of a picture that the caller may use. @throws Invalid for `cover` */
export async function resolveCover(
  reach: Reach<"learning_path.manage">,
  address: string | null | undefined,
  stored: string | null,
): Promise<string | null> {
  if (!address) return null;
  if (stored !== null && findKey(address) === stored) return stored;
  const files = await resolveFiles(reach, [{ address, purpose: "image", field: "cover" }], { courseId: null });
  return files.get(address)!.key;
}
