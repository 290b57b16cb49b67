import type { Mutant } from "./mutants.ts";

/** Changes of SQL: what is found, and what it becomes. */
const SQL_CHANGES: [found: RegExp, becomes: (text: string) => string][] = [
  [/ <= /g, () => " < "],
  [/ < /g, () => " <= "],
  [/ >= /g, () => " > "],
  [/ > /g, () => " >= "],
  [/\bIS NOT NULL\b/g, () => "IS NULL"],
  [/\bIS NULL\b/g, () => "IS NOT NULL"],
  [/\bNOT EXISTS\b/g, () => "EXISTS"],
  [/(?<!NOT )\bEXISTS\b(?= \()/g, () => "NOT EXISTS"],
  [/\bOR\b/g, () => "AND"],
  // A whole condition without a subquery is left out.
  [
    /\b(?:AND|WHERE) (?!NOT EXISTS|EXISTS|\()(?:[^()\n]|\([^()\n]*\))+?(?= AND\b| GROUP\b|\n|$|\))/g,
    (text) => `${text.split(" ")[0]} true`,
  ],
  [/\bLEFT JOIN\b/g, () => "JOIN"],
  [/\bDISTINCT (?!ON|FROM)/g, () => ""],
  [/\bmin\(/g, () => "max("],
  [/\bmax\(/g, () => "min("],
  [/\bgreatest\(/g, () => "least("],
  [/\bleast\(/g, () => "greatest("],
  [/ \+ /g, () => " - "],
  [/ - /g, () => " + "],
];
/** In texts, a condition may be the first of several, because it is put after others or into brackets. */
const TEXT_CHANGES: typeof SQL_CHANGES = [
  ...SQL_CHANGES,
  [/(?<=^|\()(?!SELECT|NOT EXISTS|EXISTS|CASE)[\w.]+(?: [=<>]+ [\w.$]+(?:\(\))?)?(?= AND\b)/g, () => "true"],
  [/\bOR (?!NOT EXISTS|EXISTS|\()(?:[^()\n]|\([^()\n]*\))+?(?= AND\b| OR\b|\n|$|\))/g, () => "OR false"],
];
/** Texts that are SQL. */
const IS_SQL = /\b(?:AND|FROM|WHERE|SELECT)\b [\w.($]/;
// The instance of a row is guarded by row-level security too.
const OF_INSTANCE = /instance_id = *(?:\$1)?$|instance_id = \w+\.instance_id$/;
/** A condition that goes on in a value of the statement cannot be left out by its text. */
const UNFINISHED = / (?:=|<|>|<=|>=|<>|IN|ILIKE|LIKE|\|\||-|\+)$|\.$/;
/** A condition that compares with a value: leaving it out means that any value will do. */
const WITH_VALUE = /\b(?:AND|WHERE|ON) ([\w."]+ (?:=|<|>|<=|>=|<>)(?: ANY\()?) ?$/;
const METHODS = new Set(["where", "whereRef", "having", "on", "onRef"]);

interface Edit {
  start: number;
  end: number;
  text: string;
}

interface Template {
  node: { tag: { name?: string }; quasi: { quasis: { start: number; value: { raw: string } }[] } };
}

interface Text {
  parent: { type: string; tag?: unknown };
  node: { start: number; end: number; quasis?: { start: number; value: { raw: string } }[] };
}

interface Call {
  node: {
    callee: { type: string; computed: boolean; property: { name: string; start: number; end: number } };
    end: number;
  };
}

/**
 * Puts switches into the queries of one source: for changes of SQL, and for conditions of Kysely that are left out.
 * @param first the number of the first change
 */
export async function switchQueries(
  file: string,
  source: string,
  first: number,
): Promise<{ content: string; found: Mutant[] }> {
  const [parser, walker] = ["@babel/parser", "@babel/traverse"];
  const { parse } = await import(parser);
  const { default: babel } = await import(walker);
  const found: Mutant[] = [];
  const edits: Edit[] = [];
  const add = (start: number, kind: string, was: string, becomes: string): string => {
    const id = `q${first + found.length}`;
    found.push({ id, file, line: source.slice(0, start).split("\n").length, kind, was, becomes });
    return id;
  };
  (babel.default ?? babel)(parse(source, { sourceType: "module", plugins: ["typescript"] }), {
    TaggedTemplateExpression({ node }: Template) {
      if (node.tag.name === "sql") edits.push(...switchSql(node.quasi.quasis, add));
    },
    TemplateLiteral({ node, parent }: Text) {
      if (parent.type === "TaggedTemplateExpression") return;
      for (const { start, value } of node.quasis!) edits.push(...switchText(value.raw, start, add));
    },
    StringLiteral({ node: { start, end }, parent }: Text) {
      if (!parent.type.includes("Import")) edits.push(...switchText(source.slice(start + 1, end - 1), start + 1, add));
    },
    CallExpression({ node: { callee, end } }: Call) {
      if (callee.type !== "MemberExpression" || callee.computed || !METHODS.has(callee.property.name)) return;
      const { start, end: nameEnd, name } = callee.property;
      const was = source.slice(start, end);
      if (/^\w+\(\s*"[\w.]*instance_id"/.test(was)) return;
      const id = add(start, "Condition", was, "left out");
      const dot = source.lastIndexOf(".", start);
      edits.push({ start: dot, end: nameEnd, text: `[globalThis.__mutation.method("${id}", "${name}")]` });
    },
  });
  let content = source;
  for (const { start, end, text } of edits.sort((a, b) => b.start - a.start))
    content = content.slice(0, start) + text + content.slice(end);
  return { content, found };
}

type Add = (start: number, kind: string, was: string, becomes: string) => string;

/** Lists the edits of one statement, whose parts are between its values. */
function switchSql(parts: { start: number; value: { raw: string } }[], add: Add): Edit[] {
  return parts.flatMap(({ start, value: { raw } }, at) => {
    const before = parts[at - 1]?.value.raw ?? "";
    return [...switchValue(before, raw, start, add), ...switchPart(raw, start, add)];
  });
}

function switchValue(before: string, raw: string, start: number, add: Add): Edit[] {
  const condition = WITH_VALUE.exec(before)?.[1];
  const rest = condition?.endsWith("(") ? /^(?:::\w+(?:\[\])?)?\)/ : /^(?:::\w+)?(?=[\s)]|$)/;
  const [cast] = rest.exec(raw) ?? [];
  if (!condition || cast === undefined || condition.includes("instance_id")) return [];
  const at = start + cast.length;
  const id = add(at, "SQL", condition, "left out");
  // As in (a = $1) IS NOT NULL.
  return [{ start: at, end: at, text: `\${globalThis.__mutation.sql("", { ${id}: " IS NOT NULL" })}` }];
}

function switchPart(raw: string, start: number, add: Add): Edit[] {
  return groupChanges(raw, SQL_CHANGES).map(({ at, was, inner }) => {
    const texts = inner.map(
      (each) => `${add(start + each.at, "SQL", each.was, each.becomes)}: ${JSON.stringify(each.text)}`,
    );
    const text = `\${globalThis.__mutation.sql(${JSON.stringify(was)}, { ${texts.join(", ")} })}`;
    return { start: start + at, end: start + at + was.length, text };
  });
}

/** Marks the changes in a text of SQL, which may be a constant of a module: the driver chooses when it sends the statement (texts.ts). */
function switchText(raw: string, start: number, add: Add): Edit[] {
  if (!IS_SQL.test(raw)) return [];
  return groupChanges(raw, TEXT_CHANGES).map(({ at, was, inner }) => {
    const texts = inner.map((each) => `${add(start + each.at, "SQL", each.was, each.becomes)}\\u0002${each.text}`);
    return {
      start: start + at,
      end: start + at + was.length,
      text: `\\u0001${[was, ...texts].join("\\u0003")}\\u0004`,
    };
  });
}

interface Group {
  at: number;
  was: string;
  /** The changes, each with the whole text of the group. */
  inner: { at: number; was: string; becomes: string; text: string }[];
}

/** Finds the changes of a piece of SQL. Those that overlap are one group, which has one switch: that of the outer one. */
function groupChanges(raw: string, kinds: typeof SQL_CHANGES): Group[] {
  const changes = kinds
    .flatMap(([pattern, change]) =>
      [...raw.matchAll(pattern)].map(({ 0: was, index }) => ({ at: index, was, becomes: change(was) })),
    )
    .filter(({ was }) => !OF_INSTANCE.test(was) && !(was.length > 5 && UNFINISHED.test(was.trimEnd())))
    .sort((a, b) => a.at - b.at || b.was.length - a.was.length);
  const groups: Group[] = [];
  let end = -1;
  for (const { at, was } of changes) {
    if (at < end) continue;
    end = at + was.length;
    const inner = changes
      .filter((each) => each.at >= at && each.at + each.was.length <= at + was.length)
      .map((each) => ({
        ...each,
        text: was.slice(0, each.at - at) + each.becomes + was.slice(each.at - at + each.was.length),
      }));
    groups.push({ at, was, inner });
  }
  return groups;
}
