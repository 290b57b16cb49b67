import { describe, expect, test } from "vitest";
import { ENGLISH, fill } from "../../i18n/message.ts";
import { CLARITY, ESSAY_WITH_RUBRIC, FACTS } from "../../testing/essays.ts";
import { type QuestionDraft, questionForm } from "./question-form.ts";
import { readCsv } from "./read-csv.ts";
import { readGift, type Read } from "./read-gift.ts";
import { readMoodle } from "./read-moodle.ts";
import { readQti } from "./read-qti.ts";
import { readQtiPackage } from "./read-qti-package.ts";
import { readXlsx } from "./read-xlsx.ts";
import { writeMoodle } from "./write-moodle.ts";
import { writeQtiPackage } from "./write-qti.ts";
import { writeCsv, writeXlsxOfQuestions } from "./write-sheet.ts";

type Written = Omit<QuestionDraft, "id">;
const parse = (question: object): Written => questionForm.omit({ id: true }).parse(question);

/** What a file has to keep of an essay. */
const KEPT = ["type", "question", "points", "rubric", "min_words", "max_words", "marker_note"] as const;
const pick = (question: Written) => Object.fromEntries(KEPT.map((name) => [name, question[name]]));

const FORMATS: [string, (questions: Written[]) => Read | Promise<Read>][] = [
  ["Moodle XML", (questions) => readMoodle(writeMoodle(questions.map((each) => ({ ...each, category: "Ropes" }))))],
  ["a QTI package", async (questions) => readQtiPackage(await writeQtiPackage(questions))],
  ["CSV", (questions) => readCsv(writeCsv(questions))],
  ["Excel", async (questions) => readXlsx(await writeXlsxOfQuestions(questions))],
];

describe.each(FORMATS)("%s", (_, exportAndRead) => {
  test("keeps the rubric, the limits of words and the note of an essay", async () => {
    const essay = parse({ ...ESSAY_WITH_RUBRIC, question: "Why do ropes age?" });
    const { questions, problems } = await exportAndRead([essay]);
    expect(problems).toEqual([]);
    expect(questions.map(({ question }) => pick(question))).toEqual([
      {
        type: "Essay",
        question: "Why do ropes age?",
        points: 10,
        rubric: [CLARITY, FACTS],
        min_words: 2,
        max_words: 50,
        marker_note: ESSAY_WITH_RUBRIC.marker_note,
      },
    ]);
  });

  test("keeps a note whose lines look like a rubric, and tells an essay from a Free Text", async () => {
    const note = "criterion: none\nlevel: 1: none\nmost words: 3\n\\contains: a: 1";
    const essays = [
      parse({ type: "Essay", question: "Why?", marker_note: note }),
      parse({ type: "Essay", question: "How?" }),
    ];
    const free = parse({ type: "Free Text", question: "When?" });
    const { questions } = await exportAndRead([...essays, free]);
    expect(questions.map(({ question }) => question.type)).toEqual(["Essay", "Essay", "Free Text"]);
    expect(questions[0]!.question.marker_note).toBe(note);
    expect(questions[0]!.question.rubric ?? []).toEqual([]);
  });
});

describe("an essay of Moodle", () => {
  const essay = (...parts: string[]) =>
    readMoodle(
      `<quiz><question type="essay"><questiontext><text>Why?</text></questiontext>${parts.join("")}</question></quiz>`,
    );

  test("has the information for graders as its note, and the limits of words", () => {
    const { questions } = essay(
      "<defaultgrade>4.0</defaultgrade><minwordlimit>5</minwordlimit><maxwordlimit>0</maxwordlimit>",
      '<graderinfo format="html"><text>&lt;p&gt;Criterion: &lt;b&gt;clear&lt;/b&gt;&lt;/p&gt;&lt;p&gt;contains: light: 3&lt;/p&gt;</text></graderinfo>',
    );
    expect(questions[0]!.question).toMatchObject({
      type: "Essay",
      points: 4,
      min_words: 5,
      marker_note: "Criterion: clear\ncontains: light: 3",
    });
    expect(questions[0]!.question).not.toHaveProperty("max_words");
    expect(questions[0]!.question).not.toHaveProperty("rubric");
  });

  test("is refused where learners only hand in files", () => {
    const { questions, problems } = essay("<responseformat>noinline</responseformat>");
    expect(questions).toEqual([]);
    expect(problems.map(({ message }) => fill(message, ENGLISH))).toEqual([
      "Learners hand in files for this question, which is not possible here.",
    ]);
  });

  test("is taken without its files and its template, which are noted", () => {
    const template = "<responsetemplate><text>Dear</text></responsetemplate>";
    const { questions, notes } = essay("<attachments>2</attachments>", template);
    expect(questions).toHaveLength(1);
    expect(notes.map(({ message }) => fill(message, ENGLISH))).toEqual([
      "Learners may add files to their answer in Moodle. Here they write only.",
      "The text with which answers begin is left out.",
    ]);
    expect(essay("<attachments>0</attachments><responsetemplate><text> </text></responsetemplate>").notes).toEqual([]);
  });

  test("is a Free Text where an earlier export wrote rules for graders", () => {
    const info = (text: string) => `<graderinfo format="plain_text"><text>${text}</text></graderinfo>`;
    expect(essay(info("contains: safe: 2\ndoes not contain: never: 1")).questions[0]!.question).toMatchObject({
      type: "Free Text",
      rules: [{ word: "safe" }, { word: "never" }],
    });
    expect(essay(info("required points: 2\ncontains: safe: 2")).questions[0]!.question.required_points).toBe(2);
  });
});

test("an essay of GIFT is read with its feedback", () => {
  expect(readGift("Why? {####Because.}").questions[0]!.question).toMatchObject({ type: "Essay", feedback: "Because." });
});

const QTI_2 = `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="T" adaptive="false" timeDependent="false">
<responseDeclaration identifier="RESPONSE" cardinality="single" baseType="string"/>
<outcomeDeclaration identifier="MAXSCORE" cardinality="single" baseType="float"><defaultValue><value>4</value></defaultValue></outcomeDeclaration>
<itemBody><rubricBlock view="scorer"><p>Look for light.</p><p>And dirt.</p></rubricBlock>
<extendedTextInteraction responseIdentifier="RESPONSE"><prompt>Why?</prompt></extendedTextInteraction></itemBody></assessmentItem>`;
const QTI_3 = `<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="i" title="T" adaptive="false" time-dependent="false">
<qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="string"/>
<qti-outcome-declaration identifier="MAXSCORE" cardinality="single" base-type="float"><qti-default-value><qti-value>4</qti-value></qti-default-value></qti-outcome-declaration>
<qti-item-body><qti-rubric-block use="scoring" view="scorer"><qti-content-body><p>Look for light.</p><p>And dirt.</p></qti-content-body></qti-rubric-block>
<qti-extended-text-interaction response-identifier="RESPONSE"><qti-prompt>Why?</qti-prompt></qti-extended-text-interaction></qti-item-body></qti-assessment-item>`;

test.each([
  ["2.1", QTI_2],
  ["3.0", QTI_3],
])("an essay of QTI %s has what its scorers read as its note", (_, item) => {
  const { questions, problems, notes } = readQti(Buffer.from(item));
  expect([problems, notes]).toEqual([[], []]);
  expect(questions[0]!.question).toMatchObject({
    type: "Essay",
    question: "Why?",
    points: 4,
    marker_note: "Look for light.\nAnd dirt.",
  });
});

describe("a criterion in a table", () => {
  const row = (cell: string, more = ",,") =>
    readCsv(`type,question,points,fewest words,most words,answer 1\nEssay,Why?,4${more},"${cell}"\n`);

  test("is read with its levels, which may have colons", () => {
    expect(
      row("Criterion: Facts: all\n level: 0 : none: at all\r\nlevel: 4:all").questions[0]!.question.rubric,
    ).toEqual([
      {
        criterion: "Facts: all",
        levels: [
          { points: 0, text: "none: at all" },
          { points: 4, text: "all" },
        ],
      },
    ]);
  });

  test.each([
    ["Facts", ",,", "is not a criterion"],
    ["criterion: a\nlevel: 1: b\ncriterion: c\nlevel: 1: d", ",,", "is not a criterion"],
    ["criterion: a\nlevel: many: b", ",,", "is not a criterion"],
    ["", ",0,", "'0' is not a number of words"],
    ["", ",,20001", "'20001' is not a number of words"],
  ])("is refused: %j with %s", (cell, words, reason) => {
    expect(row(cell, words).problems.map(({ message }) => fill(message, ENGLISH))).toEqual([
      expect.stringContaining(reason),
    ]);
  });
});
