export type Attributes = Record<string, unknown>;
export type Op = { insert: string | Record<string, unknown>; attributes?: Attributes | null };

/** A part of one line: text, or an embedded object. */
export type Run = { insert: Op["insert"]; attributes: Attributes };
export type Line = { runs: Run[]; attributes: Attributes };
export type ListItem = { line: Line; children: Block[] };
export type Callout = "note" | "tip" | "warning";
export type Block =
  | { kind: "line"; line: Line }
  | { kind: "list"; ordered: boolean; items: ListItem[] }
  /** The rows have the same number of cells; the first one has the headings. */
  | { kind: "table"; rows: Line[][] }
  | { kind: "callout"; callout: Callout; blocks: Block[] };

export type RichContent =
  | { kind: "empty" }
  | { kind: "broken" }
  | { kind: "plain"; text: string }
  | { kind: "delta"; ops: Op[] };

/** Parses stored content: a Delta as JSON text, or plain text. */
export function readContent(content: string | null | undefined): RichContent {
  if (!content?.trim()) return { kind: "empty" };
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return /^\s*\{\s*"ops"/.test(content) ? { kind: "broken" } : { kind: "plain", text: content };
  }
  if (typeof value === "string") return value.trim() ? { kind: "plain", text: value } : { kind: "empty" };
  if (typeof value !== "object") return { kind: "plain", text: content };
  const ops: unknown = value && "ops" in value ? value.ops : null;
  if (!Array.isArray(ops) || !ops.every(isOp)) return { kind: "broken" };
  const isBlank = ops.every(({ insert }) => typeof insert === "string" && insert.trim() === "");
  return isBlank ? { kind: "empty" } : { kind: "delta", ops };
}

/** Groups the lines of a Delta into blocks: call-outs, tables, and lines of lists as nested lists. */
export function toBlocks(ops: Op[]): Block[] {
  return group(toLines(ops), getCallout).flatMap(({ key, lines }) => {
    const blocks = group(lines, (line) => getRow(line) !== null).flatMap(({ key: isTable, lines }) =>
      isTable ? [toTable(lines)] : nest(lines),
    );
    return key ? [{ kind: "callout" as const, callout: key, blocks }] : blocks;
  });
}

/** Groups consecutive lines that have the same key. */
function group<Key>(lines: Line[], keyOf: (line: Line) => Key): { key: Key; lines: Line[] }[] {
  const groups: { key: Key; lines: Line[] }[] = [];
  for (const line of lines) {
    const key = keyOf(line);
    const last = groups.at(-1);
    if (last && last.key === key) last.lines.push(line);
    else groups.push({ key, lines: [line] });
  }
  return groups;
}

/** Returns the kind of call-out that a line is in. A cell of a table is in none. */
function getCallout(line: Line): Callout | null {
  const { callout } = line.attributes;
  const isCallout = callout === "note" || callout === "tip" || callout === "warning";
  return isCallout && getRow(line) === null ? callout : null;
}

/** Returns the row that a line is a cell of; null when it is in no table. */
function getRow({ attributes: { table } }: Line): string | number | null {
  return typeof table === "string" || typeof table === "number" ? table : null;
}

/** Fills short rows with empty cells. */
function toTable(cells: Line[]): Block {
  const rows = group(cells, getRow).map(({ lines }) => lines);
  const width = Math.max(...rows.map((row) => row.length));
  const fill = (row: Line[]) => Array.from({ length: width - row.length }, () => ({ runs: [], attributes: {} }));
  return { kind: "table", rows: rows.map((row) => [...row, ...fill(row)]) };
}

/** In a Delta the attributes of a line are at its line end. */
function toLines(ops: Op[]): Line[] {
  const lines: Line[] = [];
  let runs: Run[] = [];
  for (const { insert, attributes } of ops) {
    const own = attributes ?? {};
    if (typeof insert !== "string") {
      runs.push({ insert, attributes: own });
      continue;
    }
    insert.split("\n").forEach((text, i) => {
      if (i > 0) {
        lines.push({ runs, attributes: own });
        runs = [];
      }
      if (text) runs.push({ insert: text, attributes: own });
    });
  }
  if (runs.length > 0) lines.push({ runs, attributes: {} });
  return lines;
}

function nest(lines: Line[]): Block[] {
  const root: Block[] = [];
  /** The open lists, the innermost last. */
  let open: Extract<Block, { kind: "list" }>[] = [];
  for (const line of lines) {
    const { list } = line.attributes;
    if (list !== "ordered" && list !== "bullet") {
      open = [];
      root.push({ kind: "line", line });
      continue;
    }
    const ordered = list === "ordered";
    // An indent deeper than the open lists counts as one level more.
    const depth = Math.min(Number(line.attributes["indent"]) || 0, open.length);
    open = open.slice(0, depth + 1);
    if (open[depth]?.ordered !== ordered) {
      open = open.slice(0, depth);
      const started = { kind: "list" as const, ordered, items: [] };
      (open[depth - 1]?.items.at(-1)?.children ?? root).push(started);
      open.push(started);
    }
    open[depth]?.items.push({ line, children: [] });
  }
  return root;
}

function isOp(value: unknown): value is Op {
  if (typeof value !== "object" || value === null || !("insert" in value)) return false;
  const { insert } = value;
  return typeof insert === "string" || (typeof insert === "object" && insert !== null);
}
