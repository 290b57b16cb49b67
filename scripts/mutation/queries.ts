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
// The instance of a row is guarded by row-level security too.
const OF_INSTANCE = /instance_id = *$|instance_id = \w+\.instance_id$/;
/** A condition that goes on in a value of the statement cannot be left out by its text. */
const UNFINISHED = / (?:=|<|>|<=|>=|<>|IN|ILIKE|LIKE|\|\||-|\+)$/;
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
  const changes = SQL_CHANGES.flatMap(([pattern, change]) =>
    [...raw.matchAll(pattern)].map(({ 0: was, index }) => ({ at: index, was, becomes: change(was) })),
  )
    .filter(({ was }) => !OF_INSTANCE.test(was) && !(was.length > 5 && UNFINISHED.test(was.trimEnd())))
    .sort((a, b) => a.at - b.at || b.was.length - a.was.length);
  const edits: Edit[] = [];
  let end = -1;
  // Changes that overlap have one switch: that of the outer one.
  for (const { at, was } of changes) {
    if (at < end) continue;
    end = at + was.length;
    const inner = changes.filter((other) => other.at >= at && other.at + other.was.length <= at + was.length);
    const texts = inner.map((other) => {
      const text = was.slice(0, other.at - at) + other.becomes + was.slice(other.at - at + other.was.length);
      return `${add(start + at, "SQL", other.was, other.becomes)}: ${JSON.stringify(text)}`;
    });
    const text = `\${globalThis.__mutation.sql(${JSON.stringify(was)}, { ${texts.join(", ")} })}`;
    edits.push({ start: start + at, end: start + end, text });
  }
  return edits;
}
