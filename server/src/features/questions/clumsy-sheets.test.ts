import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { ENGLISH, fill } from "../../i18n/message.ts";
import { writeXlsx } from "../../platform/xlsx.ts";
import { questionForm } from "./question-form.ts";
import { readCsv } from "./read-csv.ts";
import { readXlsx } from "./read-xlsx.ts";
import { writeXlsxOfQuestions } from "./write-sheet.ts";

function read(text: string) {
  const { questions, problems } = readCsv(text);
  return {
    questions: questions.map(({ question }) => question.question),
    problems: problems.map(({ line, message }) => [line, fill(message, ENGLISH)]),
  };
}

describe("a CSV file", () => {
  test("refuses a row whose cell has no closing quotation mark, which would hold the rows after it", () => {
    const rows = `type,question,answer 1,answer 2
Multiple Choice,One?,*a,b
Multiple Choice,Two?,*a,"b
Multiple Choice,Three?,*a,b
`;
    expect(read(rows)).toEqual({
      questions: ["One?"],
      problems: [[3, expect.stringContaining("quotation mark")]],
    });
  });

  test("refuses a row with a quotation mark within a quoted cell, and reads one that is written twice", () => {
    const rows = `type,question,answer 1,answer 2
Multiple Choice,"A "big one",*a,b
Multiple Choice,Two?,*a,"b"
Multiple Choice,"A ""big"" one",*a,5" pipe
`;
    expect(read(rows)).toEqual({
      questions: ["Two?", 'A "big" one'],
      problems: [[2, expect.stringContaining("quotation mark")]],
    });
  });

  test("refuses a row with a value in a column without a name", () => {
    const rows = `type,question,answer 1,,answer 2
Ordering,One?,a,,b
Ordering,Two?,a,b,c
`;
    expect(read(rows)).toEqual({
      questions: ["One?"],
      problems: [[3, "This row has a value in a column without a name."]],
    });
  });

  test("reads the questions below thousands of empty rows, with their lines", () => {
    const text = `${"\n".repeat(3)}type,question\nEssay,One?\n${",\n".repeat(3_000)}Essay,Two?\nQuiz,Three?\n`;
    expect(read(text)).toEqual({
      questions: ["One?", "Two?"],
      problems: [[3_007, expect.stringContaining("'Quiz' is not a type.")]],
    });
  });

  test("names the first of more than 500 questions between empty rows", () => {
    const { questions, problems } = read(`type,question\n${"Essay,One?\n,\n,\n,\n,\n".repeat(501)}`);
    expect(questions).toHaveLength(500);
    expect(problems).toEqual([[2_502, "A file may have 500 questions at most."]]);
  });

  test("says that it leaves out feedback on single answers of types that have none, and on answers that are not there", () => {
    const rows = `type,question,answer 1,answer 2,feedback 1,feedback 2,feedback 3
Ordering,One?,a,b,First.,,
Match the Pairs,Two?,a => b,c => d,,Second.,
Ordering,Three?,a,b,,,
Multiple Choice,Four?,*a,b,Right.,,Third.
True or False,Five?,true,,Yes.,No.,
`;
    const { questions, problems, notes } = readCsv(rows);
    expect([questions.length, problems]).toEqual([5, []]);
    expect(notes.map(({ line, message }) => [line, fill(message, ENGLISH)])).toEqual([
      [2, "Feedback on single answers is left out: questions of this type have none."],
      [3, "Feedback on single answers is left out: questions of this type have none."],
      [5, "Feedback on an answer that is not there is left out."],
    ]);
  });

  test("refuses a column that is there twice, of which one would be lost", () => {
    expect(read("type,question,feedback,Feedback \nEssay,One?,Yes,No\n")).toEqual({
      questions: [],
      problems: [[1, "The column 'feedback' is there twice."]],
    });
  });
});

test("an Excel workbook has the questions below thousands of empty rows, with their lines", async () => {
  const batches = (async function* () {
    yield [...Array.from({ length: 2_100 }, () => ["", " "]), ["Essay", "One?"], ["Quiz", "Two?"]];
  })();
  const workbook = await buffer(
    writeXlsx(["type", "question"], batches, { formatDay: String, sheetName: "Questions" }),
  );
  const { questions, problems } = await readXlsx(workbook);
  expect(questions).toMatchObject([{ line: 2_102, question: { question: "One?" } }]);
  expect(problems).toMatchObject([{ line: 2_103 }]);
});

test("an Excel workbook gives back a text that looks like a character of Excel", async () => {
  const question = questionForm.parse({
    type: "Short Text",
    question: "_x0041_ _x000D_",
    accepted: [{ text: "_X0042_" }],
  });
  const { questions } = await readXlsx(await writeXlsxOfQuestions([question]));
  expect(questions[0]!.question).toMatchObject({ question: "_x0041_ _x000D_", accepted: [{ text: "_X0042_" }] });
});
