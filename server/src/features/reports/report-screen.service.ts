import { hash } from "node:crypto";
import type { Actor } from "../../access/actor.ts";
import { toPageOptions, type PageOptions } from "../../db/page.ts";
import { toText } from "./cells.ts";
import { EXPLANATIONS } from "./explanations.ts";
import { getTexts, type Texts } from "./report-texts.ts";
import { type LooseTableRequest, parseTableRequest } from "./request.ts";
import { listScreenColumns, type Table } from "./table.ts";
import { getTable, REPORTS } from "./tables.ts";

/** The definitions of reports in one language, and their version, which changes with any of them. */
export interface ReportList extends ReturnType<typeof describeReports> {
  version: string;
}

/** The lists that were made, by language and reports: a few, because they depend on nothing but permissions. */
const lists = new Map<string, ReportList>();

/**
 * Lists the reports that the caller may read, with the titles, columns and explanations in a language.
 * @param known the version that the caller has already
 * @returns null where the caller has this version already
 */
export function listReports(
  actor: Actor,
  { language, known }: { language?: string | null; known?: string | null },
): ReportList | null {
  const texts = getTexts(language, actor.person.language, actor.instance.language);
  const readable = REPORTS.filter(({ permission }) => actor.can(permission));
  const key = [texts.language, ...readable.map(({ kind }) => kind)].join();
  let list = lists.get(key);
  if (!list) {
    const described = describeReports(readable, texts);
    list = { ...described, version: hash("sha1", JSON.stringify(described), "base64url") };
    lists.set(key, list);
  }
  return list.version === known ? null : list;
}

function describeReports(readable: readonly Table[], { text, explain }: Texts) {
  const reports = readable.map((report) => ({
    kind: report.kind,
    title: text(report.title),
    filters: [...report.filters],
    is_scheduled: report.isScheduled ?? false,
    has_general_screen: report.hasGeneralScreen ?? false,
    columns: listScreenColumns(report).map(({ label, format = "text", explanation, sort }) => ({
      key: label,
      label: text(label),
      format,
      explanation: explanation ? explain(explanation) : null,
      sort: sort ?? null,
    })),
  }));
  const explanations = Object.keys(EXPLANATIONS).map((figure) => ({
    figure,
    text: explain(figure as keyof typeof EXPLANATIONS),
  }));
  return { reports, explanations };
}

/**
 * Returns one page of a report for the general screen: the cells of each row as text, in the order of the columns.
 * @throws NotFound, Forbidden; Invalid for a filter that the report does not declare
 */
export async function getPageOfReport(
  actor: Actor,
  { limit, offset, ...asked }: Pick<PageOptions, "limit" | "offset"> & LooseTableRequest,
) {
  const request = parseTableRequest(asked);
  const { timeZone } = actor.instance;
  const table = await getTable(request.kind).open(
    actor,
    request,
    getTexts(request.language, actor.person.language, actor.instance.language),
  );
  const page = toPageOptions({ limit, offset });
  const rows = await table.page(page.limit, page.offset);
  return {
    total: await table.count(),
    rows: rows.map((cells) => ({ cells: cells.map((cell) => toText(cell, timeZone)) })),
  };
}
