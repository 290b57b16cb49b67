import Quill from "quill";

type TableModule = {
  insertTable: (rows: number, columns: number) => void;
  getTable: () => [unknown, ...unknown[]];
  insertRowBelow: () => void;
  insertColumnRight: () => void;
  deleteRow: () => void;
  deleteColumn: () => void;
  deleteTable: () => void;
};

const paths = {
  note: '<circle cx="9" cy="9" r="6.5"/><path d="M9 8v4M9 5.6v.1"/>',
  tip: '<path d="M7 12.5c0-1.6-2.2-2.4-2.2-5a4.2 4.2 0 0 1 8.4 0c0 2.6-2.2 3.4-2.2 5zM7.3 15.5h3.4"/>',
  warning: '<path d="M9 2.8 16 15H2zM9 7.3v3.4M9 12.7v.1"/>',
};

let isRegistered = false;

/** Adds call-outs to Quill: a line of the kinds of the same name in the learner's text. */
export function registerBlocks() {
  if (isRegistered) return;
  isRegistered = true;
  const { ClassAttributor, Scope } = Quill.import("parchment");
  const callout = new ClassAttributor("callout", "ql-callout", {
    scope: Scope.BLOCK,
    whitelist: Object.keys(paths),
  });
  Quill.register({ "formats/callout": callout });
  const icons = Quill.import("ui/icons") as Record<string, unknown>;
  icons["callout"] = Object.fromEntries(
    Object.entries(paths).map(([kind, path]) => [
      kind,
      `<svg viewBox="0 0 18 18"><g class="ql-stroke">${path}</g></svg>`,
    ]),
  );
}

/** Returns the commands for tables; null when the cursor is in none. */
export function findTable(quill: Quill): TableModule | null {
  const module = quill.getModule("table") as TableModule;
  return quill.getSelection() && module.getTable()[0] ? module : null;
}

/** Inserts a table of three rows and columns below the line of the cursor. */
export function insertTable(quill: Quill) {
  const { index } = quill.getSelection(true);
  if (findTable(quill)) return;
  const [line, offset] = quill.getLine(index);
  const isEmpty = line?.length() === 1;
  const start = isEmpty ? index : index - offset + (line?.length() ?? 1);
  // A table needs a line after it, where the author can go on; the document's last line is one.
  quill.insertText(start, "\n", { callout: false, list: false, header: false }, "user");
  quill.setSelection(start, 0, "silent");
  (quill.getModule("table") as TableModule).insertTable(3, 3);
  quill.setSelection(start, 0, "user");
}

/** Toggles the call-out of the selected lines. Cells of tables and headings of them have none. */
export function formatCallout(quill: Quill, kind: string | false) {
  quill.focus();
  if (!findTable(quill)) quill.format("callout", kind, "user");
}

/** Ends a call-out with Enter in an empty line of it. */
export const leaveCallout = {
  key: "Enter",
  collapsed: true,
  empty: true,
  format: ["callout"],
  handler: function (this: { quill: Quill }) {
    this.quill.format("callout", false, "user");
  },
};
