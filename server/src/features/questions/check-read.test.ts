import { describe, expect, test } from "vitest";
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
