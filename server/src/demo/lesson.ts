type Op = { insert: string; attributes?: Record<string, unknown> };

const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|\[(.+?)\]\((.+?)\)/g;
const BLOCK = /^(?:(#{1,3})|(-)|(\d+\.)|!(note|tip|warning)) /;

/**
 * Converts a lesson to the JSON text of a Quill document, one line per paragraph: '# ' to '### ' for headings, '- ' and
 * '1. ' for lists, '!note ', '!tip ' and '!warning ' for call-outs, '| a | b |' for rows of tables, '**bold**', '*italic*'
 * and '[words](address)'. Empty lines only make the source readable.
 */
export function lesson(text: string): string {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return JSON.stringify({ ops: lines.flatMap(lineOps) });
}

function lineOps(line: string, number: number): Op[] {
  if (line.startsWith("| "))
    return line
      .slice(2, -2)
      .split(" | ")
      .flatMap(toCell(`row-${number}`));
  const [mark = "", header, bullet, ordered, callout] = BLOCK.exec(line) ?? [];
  const words = inlineOps(line.slice(mark.length));
  if (header) return [...words, { insert: "\n", attributes: { header: header.length } }];
  if (bullet || ordered) return [...words, { insert: "\n", attributes: { list: bullet ? "bullet" : "ordered" } }];
  if (callout) return [...words, { insert: "\n", attributes: { callout } }];
  return [...words, { insert: "\n" }];
}

const toCell = (table: string) => (words: string) => [
  ...inlineOps(words.trim()),
  { insert: "\n", attributes: { table } },
];

function inlineOps(text: string): Op[] {
  const ops: Op[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [all, bold, italic, words, link] = match;
    ops.push({ insert: text.slice(end, match.index) });
    if (bold) ops.push({ insert: bold, attributes: { bold: true } });
    else if (italic) ops.push({ insert: italic, attributes: { italic: true } });
    else ops.push({ insert: words ?? "", attributes: { link } });
    end = match.index + all.length;
  }
  ops.push({ insert: text.slice(end) });
  return ops.filter((op) => op.insert !== "");
}
