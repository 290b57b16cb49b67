import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { execute } from "../../app/graphql.ts";
import { keep, readKept } from "../../app/kept.ts";
import type { ReportDefinitionsQuery } from "../../gen/graphql.ts";
import type { Column } from "../../ui/table/tableQuery.ts";
import { ReportDefinitions } from "./definitions.documents.ts";
import { Explanation } from "./Explanation.tsx";

type Definitions = NonNullable<ReportDefinitionsQuery["reportDefinitions"]>;
export type ReportDefinition = Definitions["reports"][number];

/**
 * Loads the reports that the user may read, with their titles, filters and columns. A reload shows those that this device
 * keeps, and asks together with the screen's data whether they have changed.
 */
export function useReportDefinitions() {
  const { i18n } = useLingui();
  const name = `reportDefinitions.${i18n.locale}`;
  return useQuery({
    queryKey: ["reportDefinitions", i18n.locale],
    queryFn: async () => {
      const kept = readKept<Definitions>(name);
      const variables = { language: i18n.locale, known: kept?.version ?? null };
      const { reportDefinitions } = await execute(ReportDefinitions, variables, { canWait: kept !== undefined });
      if (reportDefinitions) keep(name, reportDefinitions);
      return (reportDefinitions ?? kept)!;
    },
    initialData: () => readKept<Definitions>(name),
    initialDataUpdatedAt: 0,
    staleTime: 5 * 60_000,
  });
}

/** Returns a function from the kind of a report to its title. */
export function useReportTitle() {
  const { data } = useReportDefinitions();
  return (kind: string) => data?.reports.find((report) => report.kind === kind)?.title ?? kind;
}

/** Returns what a figure of the reports means. */
export function useExplanation(figure: string): string {
  const { data } = useReportDefinitions();
  return data?.explanations.find((each) => each.figure === figure)?.text ?? "";
}

const numeric = ["number", "duration"];

/**
 * Returns the columns of a report with the headings, explanations and sort orders of its definition.
 * @param cells how to draw each column, by its key
 * @param titleKey the column that names a row, if it is not the first
 * @param minorKey a column that a `MinorLine` of another one replaces
 */
export function useReportColumns<Row>(
  kind: string,
  cells: Record<string, (row: Row) => ReactNode>,
  titleKey?: string,
  minorKey?: string,
): Column<Row>[] {
  const { data } = useReportDefinitions();
  const columns = data?.reports.find((report) => report.kind === kind)?.columns;
  if (!columns) return Object.entries(cells).map(([key, cell]) => ({ key, header: "", cell }));
  return columns.map((column) => ({
    ...toColumn(column, cells[column.key]!),
    isTitle: column.key === titleKey,
    isMinor: column.key === minorKey,
  }));
}

/** Turns a column of a definition into one of a table. */
export function toColumn<Row>(
  { key, label, format, explanation, sort }: ReportDefinition["columns"][number],
  cell: (row: Row) => ReactNode,
): Column<Row> {
  return {
    key: sort ?? key,
    header: label,
    cell,
    sortable: Boolean(sort),
    ...(explanation && { hint: <Explanation name={label} text={explanation} /> }),
    ...(numeric.includes(format) && { align: "right" }),
  };
}
