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
  const { branchUrl, branchUrls, group_ids, category_id, course_id, user_id, state, search } = request;
  const names = await readNames(reach, {
    course: course_id ?? null,
    person: user_id ?? null,
    branches: [...(branchUrl ? [branchUrl] : []), ...(branchUrls ?? [])],
    groups: group_ids ?? [],
    category: category_id ?? null,
  });
  const chosen = [
    [text("branches"), names.branches],
    [text("groups"), names.groups],
    [text("category"), names.category ?? request.category],
    [text("status"), state?.trim() && term(toStateTerm(state))],
    [text(dayLabel), formatDays(request, text)],
    [text("search"), search?.trim()],
  ].flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
  const about = names.person ?? names.course;
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
