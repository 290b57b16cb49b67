/** A course of a section, as its learner finds it. */
export interface StationCourse {
  id: number;
  is_complete: boolean;
  /** Complete now or by an earlier attempt: what comes after a course stays open while it is taken again. */
  was_complete?: boolean;
}

/** A section with its rule; `needed` is null for all of its courses. */
export interface SectionRule<Course extends StationCourse = StationCourse> {
  needed: number | null;
  in_order: boolean;
  courses: readonly Course[];
}

/**
 * Where a learner is with a course of a path: done; open; open, but the section is complete without it; or locked, until
 * the courses before it in its section, or the sections before, are complete.
 */
export type StationState = "done" | "open" | "optional" | "locked";

/** How many courses of a section have to be completed, as the SQL function `section_needs`. */
export const countNeeded = ({ needed, courses }: SectionRule): number =>
  Math.min(needed ?? courses.length, courses.length);

/** How many of them are complete, at most as many as are needed. */
export const countDone = (section: SectionRule): number =>
  Math.min(section.courses.filter((course) => course.is_complete).length, countNeeded(section));

/** Tells whether a section is complete by its rule. */
export const isSectionMet = (section: SectionRule): boolean => countDone(section) === countNeeded(section);

/** Tells whether a section is complete, or was before its courses were taken again. */
const wasSectionMet = (section: SectionRule): boolean =>
  isSectionMet({
    ...section,
    courses: section.courses.map(({ id, is_complete, was_complete }) => ({
      id,
      is_complete: is_complete || was_complete === true,
    })),
  });

/** Returns the state of each course of each section. */
export function mapStations(sections: readonly SectionRule[], isSequential: boolean): StationState[][] {
  let isReached = true;
  return sections.map((section) => {
    const isMet = isSectionMet(section);
    let isFree = isReached;
    const states = section.courses.map(({ is_complete, was_complete }): StationState => {
      if (is_complete) return "done";
      if (!isFree) return "locked";
      if (section.in_order && !was_complete) isFree = false;
      return isMet ? "optional" : "open";
    });
    if (isSequential && !wasSectionMet(section)) isReached = false;
    return states;
  });
}
