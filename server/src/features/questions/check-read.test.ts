import { describe, expect, test } from "vitest";
import { parseRows } from "./read-csv.ts";
import readInThread from "./read-questions.thread.ts";

const TOO_LONG = "This question is too long or has too many answers.";

describe("a question of a file", () => {
  test("with more answers than the form accepts is not sent from the thread, and its problem is", async () => {
    const read = (answers: number) =>
      readInThread({ format: "gift", content: `Which way?{=Left${"~Right".repeat(answers - 1)}}` });
    expect(await read(101)).toEqual({ questions: [], problems: [{ line: 1, message: TOO_LONG }], notes: [] });
    const { questions, problems } = await read(100);
    expect([questions.map((each) => each.question.options.length), problems]).toEqual([[100], []]);
  });

  test("that nobody can answer is not sent from the thread", async () => {
    const { questions, problems } = await readInThread({ format: "gift", content: "Which way?{~Left~Right}" });
    expect([questions.length, problems.map(({ line }) => line)]).toEqual([0, [1]]);
  });
});

describe("a file of a megabyte that is not meant to be read", () => {
  test("with half a million answers in a question is refused before they are read", async () => {
    // Reading them would find that none of them is right.
    const { problems } = await readInThread({ format: "gift", content: `q{${"~%".repeat(490_000)}}` });
    expect(problems).toEqual([{ line: 1, message: TOO_LONG }]);
  });

  test("is read with as many answers as the text of a gap can have", async () => {
    const content = `The {=sea${"~a".repeat(9_000)}} is blue.`;
    expect((await readInThread({ format: "gift", content })).questions).toHaveLength(1);
  });

  test("with more than 1000 columns is refused before its rows are read", async () => {
    const read = (columns: number) => {
      const head = Array.from({ length: columns - 2 }, (_, index) => `answer ${index + 1}`);
      return readInThread({
        format: "csv",
        content: `type,question,${head.join(",")}\nMultiple Choice,Which way?,*Left,Right\n`,
      });
    };
    expect((await read(1_000)).questions).toHaveLength(1);
    const { questions, problems } = await read(1_001);
    expect(questions).toEqual([]);
    expect(problems).toEqual([{ line: 1, message: { id: "A file may have {0} columns at most.", values: [1_000] } }]);
  });

  test("with far more cells in a row than columns keeps only the first, and refuses the row", async () => {
    const content = `type,question,answer 1,answer 2\nOrdering,Which?,a,b\nOrdering,Which?${",a".repeat(400_000)}`;
    expect(parseRows(content).map(({ cells }) => cells.length)).toEqual([4, 4, 1_001]);
    const { questions, problems } = await readInThread({ format: "csv", content });
    expect([questions.map(({ line }) => line), problems.map(({ line }) => line)]).toEqual([[2], [3]]);
  });
});
