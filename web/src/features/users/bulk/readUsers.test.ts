import fc from "fast-check";
import { describe, expect, test } from "vitest";
import "../../../testing/render.tsx";
import { readUsers } from "./readUsers.ts";
import { COLUMNS, type FileRow, getHeading } from "./userColumns.ts";
import { toUserInput, isoDate, problemsFrom, findProblems } from "./userInput.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const HEADER = "first_name,last_name,email,role";

describe("a file of users", () => {
  test.each([
    ["with commas", `${HEADER}\nAda,Löw,ada@x.test,learner\n`],
    ["with semicolons and CRLF", `first_name;last_name;email;role\r\nAda;Löw;ada@x.test;learner\r\n`],
    ["with tabs", `first_name\tlast_name\temail\trole\nAda\tLöw\tada@x.test\tlearner`],
    ["with a mark at its start", `\uFEFF${HEADER}\nAda,Löw,ada@x.test,learner`],
    [
      "with quotes, spaces and empty lines",
      `"First_Name", last_name ,email,role\n\n"Ada" , Löw,"ada@x.test",learner\n,,,\n`,
    ],
  ])("is read %s", (_, text) => {
    expect(readUsers(utf8(text)).rows).toEqual([
      { first_name: "Ada", last_name: "Löw", email: "ada@x.test", role: "learner" },
    ]);
  });

  test("in UTF-16, Excel's 'Unicode text', is read", () => {
    const text = `${HEADER.replaceAll(",", "\t")}\r\nAda\tLöw\tada@x.test\tlearner`;
    const bytes = new Uint8Array([
      0xff,
      0xfe,
      ...new Uint8Array(Uint16Array.from(text, (c) => c.charCodeAt(0)).buffer),
    ]);
    expect(readUsers(bytes).rows[0]!.last_name).toBe("Löw");
  });

  test("in Latin-1 is read with a note", () => {
    const bytes = Uint8Array.from(`${HEADER}\nAda,Löw,ada@x.test,learner`, (c) => c.charCodeAt(0));
    const { rows, notes } = readUsers(bytes);
    expect(rows[0]!.last_name).toBe("Löw");
    expect(notes[0]).toMatch(/Latin-1/);
  });

  test("is read with the organisation's own fields, whose columns have their names in any case", () => {
    const own = [
      { id: 7, name: "Cost Centre", type: "text" },
      { id: 9, name: "Start date", type: "date" },
    ];
    const { rows, notes } = readUsers(
      utf8(`${HEADER},cost centre,START DATE\nA,B,a@x.test,learner,R&D,31/01/2026`),
      own,
    );
    expect(notes).toEqual([]);
    expect(rows[0]).toMatchObject({ field_7: "R&D", field_9: "31/01/2026" });
    expect(toUserInput(rows[0]!, own).fields).toEqual([
      { id: 7, value: "R&D" },
      { id: 9, value: "2026-01-31" },
    ]);
    expect(findProblems([{ field_9: "2026-01-31" }], own)).toEqual([
      { row: 0, column: "field_9", message: "Write the date as DD/MM/YYYY." },
    ]);
    expect(getHeading("field_9", own)).toBe("Start date");
  });

  test("names the columns that are ignored", () => {
    expect(readUsers(utf8(`${HEADER},department\nA,B,a@x.test,learner,x`)).notes).toEqual([
      "These columns are not used: department.",
    ]);
  });

  test.each([
    ["nothing", "", /is empty/],
    ["only a header", HEADER, /no users below/],
    ["no role", "first_name,last_name,email\nA,B,a@x.test", /columns are missing: role/],
    ["a column twice", `${HEADER},email\nA,B,a@x.test,learner,b@x.test`, /email is there twice/],
    ["more values than columns", `${HEADER}\nA,B,a@x.test,learner,more`, /User 1 has more values/],
    ["quotes that do not close", `${HEADER}\nA,B,a@x.test,"learner`, /quotes/],
  ])("with %s is refused with the reason", (_, text, reason) => {
    expect(() => readUsers(utf8(text))).toThrow(reason);
  });

  test("that is a renamed workbook is refused with the reason", () => {
    expect(() => readUsers(new Uint8Array([0x50, 0x4b, 3, 4]))).toThrow(/Excel workbook/);
    expect(() => readUsers(new Uint8Array([65, 0, 66, 0]))).toThrow(/not a text file/);
  });

  test("is read as written, with any values, delimiters, line ends and byte order mark", () => {
    const value = fc.string({ unit: "grapheme", maxLength: 12 }).map((text) => text.replaceAll("\uFEFF", "").trim());
    const person = fc.record(
      Object.fromEntries(COLUMNS.map((column) => [column, value])) as Record<string, typeof value>,
    );
    fc.assert(
      fc.property(
        fc.array(
          person.map((row) => ({ ...row, first_name: `A${row["first_name"]}` })),
          { minLength: 1, maxLength: 8 },
        ),
        fc.constantFrom(",", ";", "\t"),
        fc.constantFrom("\n", "\r\n"),
        fc.boolean(),
        (people, delimiter, end, marked) => {
          const line = (cells: string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter);
          const text = [
            line([...COLUMNS]),
            ...people.map((row) => line(COLUMNS.map((name) => row[name as never]!))),
          ].join(end);
          expect(readUsers(utf8(`${marked ? "\uFEFF" : ""}${text}${end}`)).rows).toEqual(people);
        },
      ),
    );
  });

  test("of 5,000 rows is read completely", () => {
    const text = [HEADER, ...Array.from({ length: 5_000 }, (_, i) => `Ada,Low ${i},ada${i}@x.test,learner`)].join(
      "\r\n",
    );
    expect(readUsers(utf8(text)).rows).toHaveLength(5_000);
  });
});

describe("the input of a row", () => {
  test("is true for 'true' in any case, false for all else, and omitted without a column", () => {
    const row: FileRow = { first_name: "Ada", is_primary: "TRUE", is_active: "yes", deactivate_at: "31/12/2030" };
    expect(toUserInput({ ...row, branch_url: "north, south,", group_name: "" })).toMatchObject({
      is_primary: true,
      is_active: false,
      deactivate_at: "2030-12-31",
      branchUrls: ["north", "south"],
      groupNames: [],
    });
    expect(toUserInput(row)).not.toHaveProperty("skip_email");
  });

  test("has dates in ISO order, and only existing days", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("1970-01-01"), max: new Date("2999-12-31"), noInvalidDate: true }),
        (date) => {
          const iso = date.toISOString().slice(0, 10);
          expect(isoDate(iso.split("-").reverse().join("/"))).toBe(iso);
        },
      ),
    );
    for (const wrong of ["2030-12-31", "31.12.2030", "1/2/2030", "12/31/2030", "30/02/2030", "31/12/30", "x"])
      expect([wrong, isoDate(wrong)]).toEqual([wrong, null]);
    expect(findProblems([{ deactivate_at: "" }, { deactivate_at: "2030-01-01" }])).toEqual([
      { row: 1, column: "deactivate_at", message: "Write the date as DD/MM/YYYY." },
    ]);
  });

  test("has the server's messages by row and column, each once, in the order of the file", () => {
    expect(
      problemsFrom({ "input.10.email": ["Taken.", "Taken."], "input.2.branchUrls": ["Unknown."], input: ["Odd."] }),
    ).toEqual([
      { row: 2, column: "branch_url", message: "Unknown." },
      { row: 10, column: "email", message: "Taken." },
    ]);
  });
});
