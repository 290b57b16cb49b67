import { parseGaps, printGaps } from "./gaps.ts";
import type { QuestionDraft } from "./question-form.ts";
import { withoutUsualWeights } from "./weights.ts";

type Written = Omit<QuestionDraft, "id">;

/** Returns a text as a reader of the file will have it: without the characters that XML excludes, and with its line ends. */
export const clean = (value: string) =>
  value
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replace(/\r\n?/g, "\n")
    .trim();

const toLine = (text: string) => clean(text).replace(/\s+/g, " ");

/** Returns a question as a reader of its file will have it, without empty answers. */
export function cleanQuestion(question: Written): Written {
  const asked = clean(question.question);
  return {
    ...question,
    question: question.type === "Fill the Gaps" ? printGaps(parseGaps(asked)) : asked,
    options: withoutUsualWeights(
      question.options
        .map((option) => ({ ...option, text: clean(option.text), feedback: clean(option.feedback ?? "") || undefined }))
        .filter((option) => option.text),
    ),
    pairs: question.pairs
      .map(({ left, right, picture }) => ({ left: clean(left), right: clean(right), ...(picture && { picture }) }))
      .filter(({ left, right }) => left && right),
    rules: question.rules.map((rule) => ({ ...rule, word: clean(rule.word) })).filter(({ word }) => word),
    accepted: question.accepted
      .map((each) => ({ ...each, text: clean(each.text), feedback: clean(each.feedback ?? "") || undefined }))
      .filter((each) => each.text),
    feedback: clean(question.feedback),
    marker_note: clean(question.marker_note ?? ""),
    rubric: (question.rubric ?? []).map(({ criterion, levels }) => ({
      criterion: toLine(criterion),
      levels: levels.map(({ text, points }) => ({ text: toLine(text), points })),
    })),
  };
}
