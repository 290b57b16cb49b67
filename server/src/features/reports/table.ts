import type { Actor, Reach } from "../../access/actor.ts";
import type { Action } from "../../access/permissions.ts";
import { Conflict } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { type Cell, type Format, type Rows, toCell, type Value } from "./cells.ts";
import type { EXPLANATIONS } from "./explanations.ts";
import type { TextKey, Texts } from "./report-texts.ts";
import { checkFilters, type FilterName, type TableRequest } from "./request.ts";
import type { Statement } from "./statement.ts";

/** A column of a table. */
export interface Column<Row> {
  /** The text of its heading. */
  label: TextKey;
  value: (row: Row, texts: Texts) => Value;
  /** `text` by default. */
  format?: Format;
  /** What its figures mean, shown beside the heading on a screen. */
  explanation?: keyof typeof EXPLANATIONS;
  /** The sort order that belongs to it. */
  sort?: string;
  /** Where it is shown; everywhere by default. */
  only?: "screen" | "files";
}

/** A column that the data names, as a unit of a course. Files show it after the declared columns. */
interface NamedColumn<Row> {
  heading: (texts: Texts) => string;
  value: (row: Row, texts: Texts) => string;
}

/** The rows of a table, read when they are requested in the transaction of the reach. */
export interface Source<Row> {
  /** The declared columns that a file shows; all by default. */
  shown?: ReadonlySet<TextKey>;
  columns?: readonly NamedColumn<Row>[];
  batches: () => AsyncIterable<Row[]>;
  count: () => Promise<number>;
  page: (limit: number, offset: number) => Promise<Row[]>;
}

/** A report or list: everything that its exports, its captions, its schedule and its screen derive from. */
export interface TableDefinition<Row, A extends Action> {
  /** The name in requests and in stored schedules. */
  kind: string;
  title: TextKey;
  /** The name of its files, without the extension. */
  fileName: string;
  permission: A;
  /** The filters that it applies; any other filter is an error. */
  filters: readonly FilterName[];
  /** What the days of its filter are; the days of assignment by default. */
  dayLabel?: TextKey;
  /** Returns the term of a state that its filter names; `<state>_status` by default. */
  toStateTerm?: (state: string) => string;
  /** Whether it can be mailed on a schedule. */
  isScheduled?: boolean;
  /** Whether the general screen for reports offers it, because it has no screen of its own. */
  hasGeneralScreen?: boolean;
  /** Opens the rows for the caller, as the filters say. Comes before the columns, whose row type the compiler takes from it. */
  open: (actor: Actor, request: TableRequest, reach: Reach<A>) => Promise<Source<Row>>;
  columns: readonly Column<Row>[];
}

/** A table whose row type is hidden. */
export interface Table extends Omit<TableDefinition<never, Action>, "open" | "columns"> {
  columns: readonly Omit<Column<never>, "value">[];
  /** The reach whose branches and groups limit the rows. */
  reach: (actor: Actor, request: Pick<TableRequest, "branchUrl">) => Promise<Reach>;
  /** @throws Invalid for a filter that is not declared; NotFound, Forbidden */
  open: (actor: Actor, request: TableRequest, texts: Texts) => Promise<OpenTable>;
}

/** The rows of a table as cells in one language. */
export interface OpenTable {
  reach: Reach;
  header: string[];
  rows: Rows;
  count: () => Promise<number>;
  /** Reads one page as a screen shows it, each row by the labels of its columns. */
  page: (limit: number, offset: number) => Promise<Cell[][]>;
}

/** Defines a table. */
export function defineTable<Row, A extends Action>(definition: TableDefinition<Row, A>): Table {
  const { kind, permission, filters, columns, open } = definition;
  const reach = (actor: Actor, { branchUrl }: Pick<TableRequest, "branchUrl">) => actor.reach(permission, branchUrl);
  return {
    ...definition,
    reach,
    open: async (actor, request, texts) => {
      checkFilters(kind, filters, request);
      const opened = await reach(actor, request);
      const source = await open(actor, request, opened);
      const { timeZone } = actor.instance;
      const toCells = (rows: Row[], shown: readonly Column<Row>[]) =>
        rows.map((row) =>
          shown.map(({ value, format = "text" }) => toCell(value(row, texts), format, texts, timeZone)),
        );
      const { shown } = source;
      const inFiles = columns.filter(({ only, label }) => only !== "screen" && (!shown || shown.has(label)));
      const named = source.columns ?? [];
      async function* batches() {
        for await (const batch of source.batches()) {
          const cells = toCells(batch, inFiles);
          yield named.length === 0
            ? cells
            : cells.map((row, at) => [...row, ...named.map(({ value }) => value(batch[at]!, texts))]);
        }
      }
      return {
        reach: opened,
        header: [...inFiles.map(({ label }) => texts.text(label)), ...named.map(({ heading }) => heading(texts))],
        rows: batches(),
        count: source.count,
        page: async (limit, offset) => toCells(await source.page(limit, offset), listScreenColumns(definition)),
      };
    },
  };
}

/** Lists the columns that a screen shows. */
export const listScreenColumns = <C extends { only?: "screen" | "files" }>({ columns }: { columns: readonly C[] }) =>
  columns.filter(({ only }) => only !== "files");

/** Reads the rows of a statement. */
export function fromStatement<Params extends object, Row, A extends Action>(
  statement: Statement<Params, Row, A>,
  reach: Reach<A>,
  params: Params,
  sort?: string | null,
): Source<Row> {
  return {
    batches: () => statement.runInBatches(reach, params, sort),
    count: () => statement.count(reach, params),
    page: (limit, offset) => statement.run(reach, { ...params, limit, offset }, sort),
  };
}

/**
 * Reads rows that are in memory.
 * @param sort the name of a sort order, with '-' in front for descending; any other name keeps the order
 */
export function fromRows<Row>(
  rows: Row[],
  sort?: string | null,
  sorts: Record<string, (row: Row) => string | number> = {},
): Source<Row> {
  const key = sort?.replace(/^-/, "") ?? "";
  if (Object.hasOwn(sorts, key)) {
    const sign = sort?.startsWith("-") ? -1 : 1;
    rows = rows.toSorted((a, b) => sign * compare(sorts[key]!(a), sorts[key]!(b)));
  }
  return {
    batches: async function* () {
      yield rows;
    },
    count: () => Promise.resolve(rows.length),
    page: (limit, offset) => Promise.resolve(rows.slice(offset, offset + limit)),
  };
}

const compare = (a: string | number, b: string | number) =>
  typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));

/** Returns a function that reads one page from batches. */
export function readPage<Row>(batches: () => AsyncIterable<Row[]>): Source<Row>["page"] {
  return async (limit, offset) => {
    const rows: Row[] = [];
    for await (const batch of batches()) {
      rows.push(...batch);
      if (rows.length >= offset + limit) break;
    }
    return rows.slice(offset, offset + limit);
  };
}

const ROWS_PER_PAGE = 500;
/** Lists have no page beyond this offset. */
const MAX_LIST_ROWS = 1_000_000;

/**
 * Reads a list page by page through the function of its service, which applies permission, filters and order. Some lists count only up
 * to a maximum, so it reads until a page is empty; a list that is too long throws Conflict.
 */
export function fromPages<Row>(
  getPage: (page: { limit: number; offset: number }) => Promise<{ rows: Row[]; total: number }>,
): Source<Row> {
  return {
    batches: async function* () {
      for (let offset = 0; ;) {
        const { rows } = await getPage({ limit: ROWS_PER_PAGE, offset });
        if (rows.length === 0) return;
        yield rows;
        offset += rows.length;
        if (offset >= MAX_LIST_ROWS)
          throw new Conflict(t`An export of a list has fewer than ${MAX_LIST_ROWS} rows. Filter the list.`);
      }
    },
    count: async () => (await getPage({ limit: 1, offset: 0 })).total,
    page: async (limit, offset) => (await getPage({ limit, offset })).rows,
  };
}
