import fc from "fast-check";
import { type QuestionDraft, questionForm, questionProblem } from "../features/questions/questions.service.ts";

type Written = Omit<QuestionDraft, "id">;

// Of a text with characters that XML excludes, something is left.
const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 20 }),
  fc.string({ unit: "binary", minLength: 1, maxLength: 10 }).map((any) => `x${any}x`),
  fc.constantFrom("a < b & c > d", "]]>", "<!-- x -->", "two\r\nlines", '{a} ~ # = % \\ / "', "&amp;", "*", "<b>"),
);
/** Lines of a note for markers that look like those by which files write rubrics and rules. */
const anyMarkingLine = fc
  .tuple(
    fc.constantFrom("", " ", "\\", " \\\\"),
    fc.constantFrom(
      "criterion: a",
      "level: 1: b",
      "fewest  words: 3",
      "most words: 2",
      "contains: c: 1",
      "required points: 1",
    ),
  )
  .map((parts) => parts.join(""));
/** Places the options of a question side by side on a picture. */
function placeOnPicture<Question extends { options: object[] }>(question: Question) {
  const options = question.options.map((option, at) => ({
    ...option,
    region: { x: at * 20, y: at * 10, width: 20, height: 12.5 },
  }));
  return { ...question, options, media: [{ kind: "picture" as const, file: "a-picture", alt: "A picture" }] };
}

/** Gives a question a rubric of as many criteria as it has options, and the points of this. */
function withRubric<Question extends { options: object[]; points: number; min_words: number; max_words: number }>(
  question: Question,
) {
  const rubric = question.options.map((_, at) => ({
    criterion: `Criterion ${at + 1}`,
    levels: [
      { text: "Not at all", points: 0 },
      { text: "Fully", points: at + 1 },
    ],
  }));
  const most = rubric.reduce((sum, { levels }) => sum + levels[1]!.points, 0);
  const { min_words, max_words } = question;
  return { ...question, rubric, points: most || question.points, min_words, max_words: min_words + max_words };
}

/** Gives options weights as authors may write them: each right one everything, or shares that add up. */
function weighOptions<Option extends { checked: boolean }>(options: Option[], percents: number[]) {
  const right = options.filter(({ checked }) => checked).length;
  const isEachRight = percents[0]! % 2 === 0;
  const first = options.findIndex(({ checked }) => checked);
  return options.map((option, at) => {
    if (!option.checked) return { ...option, weight: right > 1 && !isEachRight ? -percents[at]! : percents[at]! - 50 };
    if (right === 1 || isEachRight) return { ...option, weight: 100 };
    const small = 33.33333 / right;
    return { ...option, weight: at === first ? 100 - small * (right - 1) : small };
  });
}

/** Generates questions of every type as authors may write them. */
export const anyQuestion: fc.Arbitrary<Written> = fc
  .record({
    type: fc.constantFrom(...questionForm.shape.type.options),
    question: fc.oneof(
      text,
      fc.tuple(text, text, text).map(([a, b, c]) => `${a} [${b}|${c}] and [x [${b}] ${a}]`),
    ),
    options: fc.array(fc.record({ text, checked: fc.boolean(), feedback: fc.option(text, { nil: undefined }) }), {
      maxLength: 5,
    }),
    pairs: fc.array(fc.record({ left: text, right: text }), { maxLength: 4 }),
    rules: fc.array(
      fc.record({
        condition: fc.constantFrom("contains" as const, "does not contain" as const),
        word: text,
        points: fc.nat(99),
      }),
      { maxLength: 3 },
    ),
    required_points: fc.nat(50),
    accepted: fc.array(
      fc.record({
        text: fc.oneof(text, fc.integer().map(String)),
        tolerance: fc.double({ min: 0, max: 1e9, noNaN: true }),
        feedback: fc.option(text, { nil: undefined }),
        weight: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
      }),
      { maxLength: 3 },
    ),
    matches_case: fc.boolean(),
    points: fc.integer({ min: 1, max: 1000 }),
    feedback: fc.oneof(fc.constant(""), text),
    min_words: fc.integer({ min: 1, max: 500 }),
    max_words: fc.nat(500),
    marker_note: fc.oneof(
      text,
      fc.array(fc.oneof(text, anyMarkingLine), { maxLength: 3 }).map((lines) => lines.join("\n")),
    ),
    percents: fc.option(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 5, maxLength: 5 })),
  })
  .map(({ min_words, max_words, marker_note, percents, ...generated }) => {
    const isTruth = generated.type === "True or False";
    const options = [
      { text: "True", checked: true },
      { text: "False", checked: false },
    ];
    const form = questionForm.omit({ id: true });
    if (generated.type === "Essay")
      return form.parse({ ...withRubric({ ...generated, min_words, max_words }), marker_note });
    if (generated.type === "Hotspot") return form.parse(placeOnPicture(generated));
    if (isTruth) return form.parse({ ...generated, options });
    return form.parse(percents ? { ...generated, options: weighOptions(generated.options, percents) } : generated);
  })
  .filter((each) => questionProblem(each) === null);

/** Generates questions of every type that files of questions can have. */
export const anyExportableQuestion = anyQuestion.filter(({ type }) => type !== "Hotspot");
