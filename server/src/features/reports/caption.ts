import type { Actor, Reach } from "../../access/actor.ts";
import { readNames } from "./caption.queries.ts";
import type { TableRequest } from "./report-tables.ts";
import type { Words } from "./report-words.ts";
import { minuteIn } from "./weeks.ts";

/** What stands above a table on paper: its name, what it is about and narrowed to, and when it was made. */
export interface Caption {
  title: string;
  lines: string[];
}

const TITLES = {
  users: "usersTitle",
  courses: "coursesTitle",
  "course-users": "courseUsersTitle",
  "course-questions": "courseQuestionsTitle",
  "user-courses": "userCoursesTitle",
  "user-certificates": "userCertificatesTitle",
  "user-activity": "userActivityTitle",
  certified: "certifiedTitle",
  "package-results": "packageResultsTitle",
  "package-questions": "packageQuestionsTitle",
  everything: "everythingTitle",
} as const satisfies Record<TableRequest["kind"], keyof Words>;

/** Of a table that was opened: course, person and filters are known to be of the reach. */
export async function captionOf(
  actor: Actor,
  reach: Reach<"report.view">,
  request: TableRequest,
  words: Words,
): Promise<Caption> {
  const { branchUrl, branchUrls, group_ids, category_id, course_id, user_id, state, search } = request;
  const names = await readNames(reach, {
    course: course_id ?? null,
    person: user_id ?? null,
    branches: [...(branchUrl ? [branchUrl] : []), ...(branchUrls ?? [])],
    groups: group_ids ?? [],
    category: category_id ?? null,
  });
  const filters = [
    [words.branches, names.branches],
    [words.groups, names.groups],
    [words.category, names.category],
    [words.status, Object.entries(words).find(([name]) => name === `${state}_status`)?.[1]],
    [daysWord(request, words), daysOf(request, words)],
    [words.search, search?.trim()],
  ].flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
  const about = names.person ?? names.course;
  return {
    title: about ? `${words[TITLES[request.kind]]}: ${about}` : words[TITLES[request.kind]],
    lines: [
      ...(filters.length > 0 ? [filters.join(" · ")] : []),
      `${actor.instance.name} · ${minuteIn(actor.instance.timeZone, new Date())}`,
    ],
  };
}

/** What the days of a table are those of. */
function daysWord({ kind }: TableRequest, words: Words): string {
  if (kind === "user-activity") return words.when;
  return kind === "certified" || kind === "user-certificates" ? words.completionDate : words.assignedDate;
}

function daysOf({ from, to }: TableRequest, words: Words): string | null {
  const written = (day: string) => day.split("-").toReversed().join("/");
  if (from && to) return `${written(from)} – ${written(to)}`;
  if (from) return `${words.fromDay} ${written(from)}`;
  return to ? `${words.toDay} ${written(to)}` : null;
}
