import { clean, cleanQuestion } from "./clean-question.ts";
import { writeCloze } from "./cloze.ts";
import { writeNumber } from "./numbers.ts";
import { writeMarking } from "./essay-lines.ts";
import { type ExportableType, toExportableType } from "./exportable.ts";
import type { QuestionDraft } from "./question-form.ts";
import { textBeside, writeImage } from "./picture-markup.ts";
import type { Picture } from "./question-files.ts";
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
  Essay: "essay",
};

type Pictures = ReadonlyMap<string, Uint8Array>;

/**
 * Writes questions as a file in Moodle's XML format. The rules of a free text, and the rubric of an essay, are lines of the
 * information for graders.
 * @param pictures of the questions, by the names by which they call them
 */
export function writeMoodle(questions: readonly ExportedQuestion[], pictures: Pictures = new Map()): string {
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
    parts.push(writeQuestion(question, pictures));
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${parts.join("\n")}\n</quiz>\n`;
}

function writeQuestion(written: Written, pictures: Pictures): string {
  const question = cleanQuestion(written);
  const shown = question.type === "Fill the Gaps" ? writeCloze(question.question) : question.question;
  const name = [...question.question.replace(/\s+/g, " ").trim()].slice(0, 60).join("");
  const lines = [
    `<name>${text(name)}</name>`,
    withPictures("questiontext", shown, question.media ?? [], pictures),
    ...(question.feedback ? [`<generalfeedback format="plain_text">${text(question.feedback)}</generalfeedback>`] : []),
    `<defaultgrade>${question.points}</defaultgrade>`,
    ...writeAnswers(question, pictures),
  ];
  return `  <question type="${TYPES[toExportableType(question.type)]}">\n${lines.map((line) => `    ${line}`).join("\n")}\n  </question>`;
}

function writeAnswers(question: Written, pictures: Pictures): string[] {
  const { type, options, pairs, rules, required_points, accepted, matches_case } = question;
  switch (toExportableType(type)) {
    case "Multiple Choice": {
      const takesOne = isEachRight(options) || options.filter(({ checked }) => checked).length === 1;
      return [
        `<single>${takesOne}</single>`,
        `<shuffleanswers>true</shuffleanswers>`,
        ...options.map((option) =>
          picturedAnswer(option, weighOption(option, options), pictures, writeFeedback(option)),
        ),
      ];
    }
    case "True or False":
      return options.map((option) =>
        answer(option.text.toLowerCase(), option.checked ? 100 : 0, writeFeedback(option)),
      );
    case "Fill the Gaps":
      return [];
    case "Ordering":
      return options.map((option, at) => picturedAnswer(option, at + 1, pictures));
    case "Match the Pairs":
      return [
        `<shuffleanswers>true</shuffleanswers>`,
        ...pairs.map(({ left, right, picture }) =>
          withPictures(
            "subquestion",
            textBeside(left, picture),
            picture ? [picture] : [],
            pictures,
            `<answer>${text(right)}</answer>`,
          ),
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
      const lines = [`required points: ${required_points}`, ...rules.map(writeRule)];
      return [`<graderinfo format="plain_text">${text(lines.join("\n"))}</graderinfo>`];
    }
    case "Essay": {
      const { min_words, max_words, ...marking } = question;
      return [
        `<responseformat>plain</responseformat>`,
        ...(min_words == null ? [] : [`<minwordlimit>${min_words}</minwordlimit>`]),
        ...(max_words == null ? [] : [`<maxwordlimit>${max_words}</maxwordlimit>`]),
        `<graderinfo format="plain_text">${text(writeMarking(marking))}</graderinfo>`,
      ];
    }
  }
}

/**
 * Writes an element with a text, which is HTML where pictures are in it.
 * @param name with its attributes
 * @param more elements inside it
 */
function withPictures(name: string, plain: string, shown: readonly Picture[], pictures: Pictures, more = ""): string {
  const [element = ""] = name.split(" ");
  if (shown.length === 0) return `<${name} format="plain_text">${text(plain)}${more}</${element}>`;
  const images = shown.map((each) => writeImage(`@@PLUGINFILE@@/${each.file}`, each)).join("");
  const files = [...new Set(shown.map(({ file }) => file))].map(
    (file) =>
      `<file name="${file}" path="/" encoding="base64">${Buffer.from(pictures.get(file) ?? []).toString("base64")}</file>`,
  );
  return `<${name} format="html">${text(toHtml(plain) + images)}${files.join("")}${more}</${element}>`;
}

/** Writes a text as HTML, whose lines and runs of blanks a reader of HTML keeps. */
const toHtml = (plain: string) =>
  escape(plain.replace(/[^\S\n]*\n[^\S\n]*/g, "\n").replace(/\n{3,}/g, "\n\n"))
    .replace(/[^\S\n ]| {2,}/g, (blanks) => [...blanks].map((blank) => `&#${blank.codePointAt(0)};`).join(""))
    .replace(/\n/g, "<br/>");

const picturedAnswer = (
  { text: plain, picture }: Written["options"][number],
  fraction: number,
  pictures: Pictures,
  more = "",
) =>
  picture
    ? withPictures(
        `answer fraction="${writeFraction(fraction)}"`,
        textBeside(plain, picture),
        [picture],
        pictures,
        more,
      )
    : answer(plain, fraction, more);

const writeFraction = (fraction: number) => Number(fraction.toFixed(5));

const answer = (value: string, fraction: number, more = "") =>
  `<answer fraction="${writeFraction(fraction)}" format="plain_text">${text(value)}${more}</answer>`;

const writeFeedback = ({ feedback }: { feedback?: string | undefined }) =>
  feedback ? `<feedback format="plain_text">${text(feedback)}</feedback>` : "";

/** Writes a text element. */
const text = (value: string) => `<text>${escape(value)}</text>`;

const escape = (value: string) => value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
