import { clean, cleanQuestion } from "./clean-question.ts";
import { writeCloze } from "./cloze.ts";
import { writeNumber } from "./numbers.ts";
import { type ExportableType, toExportableType } from "./exportable.ts";
import type { QuestionDraft } from "./question-form.ts";
import { writeRule } from "./rule-lines.ts";
import { isEachRight, listByWeight, weighOption } from "./weights.ts";

type Written = Omit<QuestionDraft, "id">;

/** A question with the category under which it is exported. */
export interface ExportedQuestion extends Written {
  category: string;
}

const TYPES: Record<ExportableType, string> = {
  "Multiple Choice": "multichoice",
  "True or False": "truefalse",
  "Fill the Gaps": "cloze",
  Ordering: "ordering",
  "Match the Pairs": "matching",
  Number: "numerical",
  "Short Text": "shortanswer",
  "Free Text": "essay",
};

/** Writes questions as a file in Moodle's XML format. The rules of a free text are lines of the information for graders. */
export function writeMoodle(questions: readonly ExportedQuestion[]): string {
  const parts: string[] = [];
  let category: string | null = null;
  for (const question of questions) {
    if (question.category !== category) {
      category = question.category;
      // Moodle reads '/' as the start of a category below, and '//' as a slash.
      parts.push(
        `  <question type="category">\n    <category>${text(`$course$/top/${clean(category).replaceAll("/", "//")}`)}</category>\n  </question>`,
      );
    }
    parts.push(writeQuestion(question));
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${parts.join("\n")}\n</quiz>\n`;
}

function writeQuestion(written: Written): string {
  const question = cleanQuestion(written);
  const shown = question.type === "Fill the Gaps" ? writeCloze(question.question) : question.question;
  const name = [...question.question.replace(/\s+/g, " ").trim()].slice(0, 60).join("");
  const lines = [
    `<name>${text(name)}</name>`,
    `<questiontext format="plain_text">${text(shown)}</questiontext>`,
    ...(question.feedback ? [`<generalfeedback format="plain_text">${text(question.feedback)}</generalfeedback>`] : []),
    `<defaultgrade>${question.points}</defaultgrade>`,
    ...writeAnswers(question),
  ];
  return `  <question type="${TYPES[toExportableType(question.type)]}">\n${lines.map((line) => `    ${line}`).join("\n")}\n  </question>`;
}

function writeAnswers({ type, options, pairs, rules, required_points, accepted, matches_case }: Written): string[] {
  switch (toExportableType(type)) {
    case "Multiple Choice": {
      const takesOne = isEachRight(options) || options.filter(({ checked }) => checked).length === 1;
      return [
        `<single>${takesOne}</single>`,
        `<shuffleanswers>true</shuffleanswers>`,
        ...options.map((option) => answer(option.text, weighOption(option, options), writeFeedback(option))),
      ];
    }
    case "True or False":
      return options.map((option) =>
        answer(option.text.toLowerCase(), option.checked ? 100 : 0, writeFeedback(option)),
      );
    case "Fill the Gaps":
      return [];
    case "Ordering":
      return options.map((option, at) => answer(option.text, at + 1));
    case "Match the Pairs":
      return [
        `<shuffleanswers>true</shuffleanswers>`,
        ...pairs.map(
          ({ left, right }) =>
            `<subquestion format="plain_text">${text(left)}<answer>${text(right)}</answer></subquestion>`,
        ),
      ];
    case "Number":
      return listByWeight(accepted).map((each) =>
        answer(
          each.text,
          each.weight ?? 100,
          `${writeFeedback(each)}<tolerance>${writeNumber(each.tolerance)}</tolerance>`,
        ),
      );
    case "Short Text":
      return [
        `<usecase>${matches_case ? 1 : 0}</usecase>`,
        ...listByWeight(accepted).map((each) =>
          answer(each.text.replaceAll("*", "\\*"), each.weight ?? 100, writeFeedback(each)),
        ),
      ];
    case "Free Text": {
      const lines = rules.map(writeRule);
      const points = required_points > 0 ? [`required points: ${required_points}`] : [];
      return [`<graderinfo format="plain_text">${text([...points, ...lines].join("\n"))}</graderinfo>`];
    }
  }
}

const answer = (value: string, fraction: number, more = "") =>
  `<answer fraction="${Number(fraction.toFixed(5))}" format="plain_text">${text(value)}${more}</answer>`;

const writeFeedback = ({ feedback }: { feedback?: string | undefined }) =>
  feedback ? `<feedback format="plain_text">${text(feedback)}</feedback>` : "";

/** Writes a text element. */
const text = (value: string) => `<text>${escape(value)}</text>`;

const escape = (value: string) => value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
