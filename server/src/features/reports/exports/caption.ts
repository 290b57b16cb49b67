import type { Actor, Reach } from "../../../access/actor.ts";
import { writeDay } from "../cells.ts";
import type { Texts } from "../report-texts.ts";
import type { TableRequest } from "../request.ts";
import type { Table } from "../table.ts";
import { minuteIn } from "../weeks.ts";
import { readNames } from "./caption.queries.ts";

/** The caption of a PDF: the title of the table, what it is about, its filters, and when it was created. */
export interface Caption {
  title: string;
  lines: string[];
}

/** Creates the caption of a table that was opened: its course, user and filters are known to be in the reach. */
export async function createCaption(
  actor: Actor,
  reach: Reach,
  { title, dayLabel = "assignedDate", toStateTerm = (state) => `${state}_status` }: Table,
  request: TableRequest,
  { text, term }: Texts,
): Promise<Caption> {
  const { branchUrl, branchUrls, branch_id, group_ids, group_id, state, search } = request;
  const { role, due, is_overdue, idle_days, field_id, field_value, item_kind, subject_type } = request;
  const names = await readNames(reach, {
    course: request.course_id ?? null,
    path: request.path_id ?? null,
    person: request.user_id ?? null,
    actor: request.actor_id ?? null,
    branches: [...(branchUrl ? [branchUrl] : []), ...(branchUrls ?? [])],
    branch: branch_id ?? null,
    groups: group_ids ?? [],
    group: group_id ?? null,
    category: request.category_id ?? null,
    field: field_id ?? null,
    enrolledIn: request.enrolled_in ?? null,
    notEnrolledIn: request.not_enrolled_in ?? null,
  });
  const kind = item_kind ?? subject_type;
  const chosen = [
    [text("branches"), names.branches],
    [text("groups"), names.groups],
    [text("category"), names.category ?? request.category],
    [text("role"), role?.trim() && term(role)],
    [text("status"), state?.trim() && term(toStateTerm(state))],
    [text("dueStatus"), due ? term(`due_${due}`) : is_overdue && text("due_overdue")],
    [text("idleDays"), idle_days],
    [text("enrolledIn"), request.enrolled_in && (names.enrolledIn ?? "–")],
    [text("notEnrolledIn"), request.not_enrolled_in && (names.notEnrolledIn ?? "–")],
    [names.field ?? "", field_id && (field_value?.trim() || "–")],
    [text("who"), names.actor],
    [text("whatAction"), request.action?.trim()],
    [text("kind"), kind?.trim() && term(`${kind}_subject`)],
    [text(dayLabel), formatDays(request, text)],
    [text("search"), search?.trim()],
  ].flatMap(([name, value]) => (value || value === 0 ? [`${name}: ${value}`] : []));
  const about = names.person ?? names.course ?? names.path;
  return {
    title: about ? `${text(title)}: ${about}` : text(title),
    lines: [
      ...(chosen.length > 0 ? [chosen.join(" · ")] : []),
      `${actor.instance.name} · ${minuteIn(actor.instance.timeZone, new Date())}`,
    ],
  };
}

function formatDays({ from, to }: TableRequest, text: Texts["text"]): string | null {
  if (from && to) return `${writeDay(from)} – ${writeDay(to)}`;
  if (from) return `${text("fromDay")} ${writeDay(from)}`;
  return to ? `${text("toDay")} ${writeDay(to)}` : null;
}
