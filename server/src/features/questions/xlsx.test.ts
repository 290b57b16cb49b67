import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeZip } from "../../demo/zip.ts";
import { ENGLISH, fill } from "../../i18n/message.ts";
import { writeXlsx } from "../../platform/xlsx.ts";
import { startServer, type TestServer } from "../../testing/server.ts";
import { CSV_TEMPLATE, readCsv } from "./read-csv.ts";
import { readXlsx, writeXlsxTemplate } from "./read-xlsx.ts";

const WORKBOOK = `<workbook xmlns:r="r"><sheets><sheet name="Hidden" state="hidden" r:id="rId2"/><sheet name="Q" r:id="rId1"/></sheets></workbook>`;
const RELATIONS = `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="worksheets/sheet2.xml"/></Relationships>`;
const workbook = (rows: string, shared = "") =>
  writeZip([
    { name: "xl/workbook.xml", data: WORKBOOK },
    { name: "xl/_rels/workbook.xml.rels", data: RELATIONS },
    { name: "xl/worksheets/sheet1.xml", data: `<worksheet><sheetData>${rows}</sheetData></worksheet>` },
    { name: "xl/sharedStrings.xml", data: `<sst>${shared}</sst>` },
  ]);
const inline = (ref: string, text: string) => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`;
const HEAD = `<row r="1">${inline("A1", "Type")}${inline("B1", "Question")}${inline("C1", "Answer 1")}${inline("D1", "Answer 2")}</row>`;
const listProblems = async (bytes: Buffer) =>
  (await readXlsx(bytes)).problems.map(({ line, message }) => [line, fill(message, ENGLISH)]);

describe("an Excel workbook of questions", () => {
  test("gives the same questions as the CSV file with its cells", async () => {
    const { questions, problems } = await readXlsx(await writeXlsxTemplate());
    expect(problems).toEqual([]);
    expect(questions.map(({ question }) => question)).toEqual(
      readCsv(CSV_TEMPLATE).questions.map(({ question }) => question),
    );
  });

  test("is read with shared texts in runs, numbers, truths and gaps between cells, and its own row numbers", async () => {
    const shared = `<si><r><t xml:space="preserve">Which </t></r><r><t>river?</t></r><rPh><t>x</t></rPh></si><si><t>*Severn_x000D_</t></si>`;
    const { questions, problems } = await readXlsx(
      workbook(
        `${HEAD}<row r="3">${inline("A3", "Multiple Choice")}<c r="B3" t="s"><v>0</v></c><c r="D3" t="s"><v>1</v></c></row>
        <row r="4">${inline("A4", "Number")}${inline("B4", "Sum?")}<c r="C4"><v>0.30000000000000004</v></c></row>
        <row r="5">${inline("A5", "True or False")}${inline("B5", "Wet?")}<c r="C5" t="b"><v>1</v></c></row>`,
        shared,
      ),
    );
    expect(problems).toEqual([]);
    expect(questions.map(({ line }) => line)).toEqual([3, 4, 5]);
    expect(questions.map(({ question }) => question)).toMatchObject([
      { question: "Which river?", options: [{ text: "Severn", checked: true }] },
      { accepted: [{ text: "0.3" }] },
      { options: [{ text: "True", checked: true }, { checked: false }] },
    ]);
  });

  test("lists why a row cannot be taken", async () => {
    expect(
      await listProblems(workbook(`${HEAD}<row r="7">${inline("A7", "Riddle")}${inline("B7", "Q")}</row>`)),
    ).toEqual([[7, expect.stringContaining("'Riddle' is not a type.")]]);
  });

  test.each([
    ["another file", Buffer.from("type,question"), "not a zip file"],
    ["another zip", writeZip([{ name: "a.txt", data: "a" }]), "not an Excel workbook"],
    ["a bomb", workbook(`<row>${" ".repeat(21_000_000)}</row>`), "larger than 20 MB"],
    ["a row of a million columns", workbook(`<row>${inline("ZZZZ1", "x")}</row>`), "more than 500 columns"],
    [
      "a document type",
      writeZip([
        { name: "xl/workbook.xml", data: `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${WORKBOOK}` },
      ]),
      "document type",
    ],
  ])("is refused: %s", async (_, bytes, reason) => {
    expect((await listProblems(bytes))[0]![1]).toContain(reason);
  });

  test("written by the product is read cell by cell", async () => {
    const rows = (async function* () {
      yield [["Short Text", "a < b & c?", " _x000D_ "]];
    })();
    const bytes = await buffer(writeXlsx(["type", "question", "answer 1"], rows, { formatDay: String }));
    expect((await readXlsx(bytes)).questions).toMatchObject([{ line: 2, question: { question: "a < b & c?" } }]);
  });
});

describe("the template", () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startServer()));
  afterAll(() => server.close());

  test("is a workbook that the import reads, or a CSV file", async () => {
    const author = await server.as("instructor@demo.test");
    const { questionTemplate } = await author.data(`{ questionTemplate(format: "xlsx") }`);
    const { readQuestions } = await author.data(
      `query ($content: String!) { readQuestions(format: "xlsx", content: $content) { questions { type } problems { message } } }`,
      { content: questionTemplate },
    );
    expect(readQuestions.problems).toEqual([]);
    expect(readQuestions.questions).toHaveLength(9);
    expect(await author.data(`{ questionTemplate }`)).toEqual({ questionTemplate: CSV_TEMPLATE });
    expect(await author.refusal(`{ questionTemplate(format: "pdf") }`)).toBe("VALIDATION");
  });
});
