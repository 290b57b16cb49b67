import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import Papa from "papaparse";
import { type Column, COLUMNS, type FileRow, type OwnColumn, REQUIRED } from "./userColumns.ts";

export interface UsersFile {
  rows: FileRow[];
  /** Notes above the preview: another encoding, ignored columns. */
  notes: string[];
}

/** A file that cannot be read; the message says why. */
export class UnreadableFile extends Error {}

/**
 * Reads files of spreadsheets: UTF-8 with or without a byte order mark, UTF-16, Latin-1; commas, semicolons or tabs.
 * @param own the organisation's own fields, whose columns have their names in any case
 * @throws UnreadableFile
 */
export function readUsers(bytes: Uint8Array, own: readonly OwnColumn[] = []): UsersFile {
  const { text, note } = decode(bytes);
  const { data, errors, meta } = Papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: "greedy",
    delimitersToGuess: [",", ";", "\t"],
    transformHeader: (name) => name.trim().toLowerCase(),
    transform: (value) => value.trim(),
  });
  const known = new Map<string, Column>([
    ...own.map(({ id, name }) => [name.toLowerCase(), `field_${id}`] as const),
    ...COLUMNS.map((name) => [name, name] as const),
  ]);
  const columns = meta.fields ?? [];
  refuseColumns(columns, known);
  refuseBroken(errors);
  if (data.length === 0) throw new UnreadableFile(i18n._(msg`The file holds no users below its header row.`));
  const unused = columns.filter((name) => name && !known.has(name));
  return {
    rows: data.map((row) =>
      Object.fromEntries([...known].flatMap(([heading, name]) => (heading in row ? [[name, row[heading] ?? ""]] : []))),
    ),
    notes: [
      ...(note ? [note] : []),
      ...(unused.length > 0 ? [i18n._(msg`These columns are not used: ${unused.join(", ")}.`)] : []),
    ],
  };
}

/** Decodes a file in any encoding of spreadsheets. */
function decode(bytes: Uint8Array): { text: string; note?: string } {
  if (bytes.length === 0) throw new UnreadableFile(i18n._(msg`The file is empty.`));
  // 'PK': a renamed workbook.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    throw new UnreadableFile(i18n._(msg`This is an Excel workbook. Save it as CSV (UTF-8) and choose that file.`));
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: new TextDecoder("utf-16le").decode(bytes) };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: new TextDecoder("utf-16be").decode(bytes) };
  if (bytes.includes(0)) throw new UnreadableFile(i18n._(msg`This is not a text file. Save the list as CSV (UTF-8).`));
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return {
      text: new TextDecoder("windows-1252").decode(bytes),
      note: i18n._(msg`The file is not in UTF-8 and was read as Latin-1. Check the names with accents.`),
    };
  }
}

function refuseColumns(columns: string[], known: ReadonlyMap<string, Column>): void {
  const missing = REQUIRED.filter((name) => !columns.includes(name));
  if (missing.length > 0) throw new UnreadableFile(i18n._(msg`These columns are missing: ${missing.join(", ")}.`));
  // The parser renames the second of two equal columns.
  const renamed = columns.find(
    (name) => /_\d+$/.test(name) && known.has(name.replace(/_\d+$/, "")) && !known.has(name),
  );
  if (renamed) throw new UnreadableFile(i18n._(msg`The column ${renamed.replace(/_\d+$/, "")} is there twice.`));
}

/** Refuses rows that are too long and unclosed quotes; a row that is too short ends with empty values. */
function refuseBroken(errors: Papa.ParseError[]): void {
  const error = errors.find(({ code }) => code !== "TooFewFields" && code !== "UndetectableDelimiter");
  if (!error) return;
  const row = (error.row ?? 0) + 1;
  throw new UnreadableFile(
    error.code === "TooManyFields"
      ? i18n._(msg`User ${row} has more values than there are columns.`)
      : i18n._(msg`The quotes around a value near User ${row} are not closed.`),
  );
}
