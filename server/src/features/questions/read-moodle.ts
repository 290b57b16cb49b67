import { type Message, MessageError, t } from "../../i18n/message.ts";
import { Refusal } from "../../platform/refusal.ts";
import { findChild, getText, listChildren, parseXml, type Xml } from "../../platform/xml.ts";
import { readCloze, UnreadableCloze } from "./cloze.ts";
import { readMarking, readRules } from "./essay-lines.ts";
import { takePictures } from "./file-pictures.ts";
import { hasMedia, htmlToText } from "./html-text.ts";
import { readKeyNumber } from "./numbers.ts";
import { listTruths, type QuestionDraft } from "./question-form.ts";
import type { Picture } from "./question-files.ts";
import { MOST_QUESTIONS } from "./file-formats.ts";
import type { Read, ReadProblem, ReadQuestion } from "./read-gift.ts";
import { readWeights, roundWeight } from "./weights.ts";

type Written = Omit<QuestionDraft, "id">;

/** Why one question cannot be read. */
class Unreadable extends MessageError {}

const nothing = {
  options: [],
  pairs: [],
  rules: [],
  required_points: 0,
  accepted: [],
  matches_case: false,
  points: 1,
  feedback: "",
};

/** What each file of the document is called: its number among them, from 1, a slash, and its name. */
type FileNames = ReadonlyMap<Xml, string>;

/**
 * Reads questions in Moodle's XML format: multichoice, truefalse, shortanswer, numerical, matching, essay, ordering, and cloze
 * whose gaps offer choices. Other types are problems. Texts in HTML lose their markup; their pictures are taken where a question
 * here can have them, by the names of `FileNames`, and are a problem elsewhere.
 */
export function readMoodle(source: string): Required<Read> {
  const notes: ReadProblem[] = [];
  const questions: ReadQuestion[] = [];
  const problems: ReadProblem[] = [];
  let root: Xml;
  try {
    ({ root } = parseXml(Buffer.from(source), "XML"));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { questions, problems: [{ line: 1, message: error.text }], notes };
  }
  if (root.name !== "quiz")
    return {
      questions,
      problems: [{ line: 1, message: t`This is not a file of Moodle: the element 'quiz' is missing.` }],
      notes,
    };
  const lines = listLines(source);
  const files: FileNames = new Map(
    listFiles(root).map((file, at) => [file, `${at + 1}/${file.attributes["name"] ?? ""}`]),
  );
  for (const [at, element] of listChildren(root, "question").entries()) {
    const line = lines[at] ?? 1;
    if (element.attributes["type"] === "category") continue;
    if (questions.length + problems.length === MOST_QUESTIONS) {
      problems.push({ line, message: t`A file may have ${MOST_QUESTIONS} questions at most.` });
      break;
    }
    try {
      questions.push({ line, question: readQuestion(element, files) });
      notes.push(...listLeftOut(element).map((message) => ({ line, message })));
    } catch (error) {
      if (!(error instanceof Unreadable || error instanceof UnreadableCloze)) throw error;
      problems.push({ line, message: error.text });
    }
  }
  return { questions, problems, notes };
}

/** Lists the lines of the question elements, ignoring comments and character data. */
function listLines(source: string): number[] {
  const lines: number[] = [];
  let line = 1;
  for (const [mark] of source.matchAll(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<question[\s>/]|\n/g)) {
    if (mark.startsWith("<question")) lines.push(line);
    line += mark.split("\n").length - 1;
  }
  return lines;
}

/** Lists the files of a document in its order. */
function listFiles(element: Xml): Xml[] {
  return element.children.flatMap((child) => (child.name === "file" ? [child] : listFiles(child)));
}

function readQuestion(element: Xml, files: FileNames): Written {
  const type = element.attributes["type"] ?? "";
  const { text: question, pictures } = readPictured(findChild(element, "questiontext"), files);
  const media = pictures.map((picture) => ({ kind: "picture" as const, ...picture }));
  const blank = {
    ...(media.length > 0 && { media }),
    ...nothing,
    ...readPoints(element),
    feedback: readText(findChild(element, "generalfeedback")),
  };
  if (question === "") throw new Unreadable(t`This question has no text.`);
  const answers = listChildren(element, "answer").map((each) => readAnswer(each, files));
  if (type !== "multichoice" && type !== "ordering" && answers.some(({ picture }) => picture)) refusePicture();
  switch (type) {
    case "multichoice":
      if (!answers.some(({ fraction }) => fraction > 0)) throw new Unreadable(t`None of the answers is right.`);
      return {
        ...blank,
        type: "Multiple Choice",
        question,
        options: readWeights(
          answers.map(({ text, fraction, feedback, picture }) => ({ text, weight: fraction, feedback, picture })),
          ["true", "1"].includes(getText(element, "single") ?? ""),
        ),
      };
    case "truefalse": {
      const right = answers.find(({ fraction }) => fraction === 100)?.text.toLowerCase();
      if (right !== "true" && right !== "false") throw new Unreadable(t`None of the answers is right.`);
      const tell = (truth: string) => answers.find(({ text }) => text.toLowerCase() === truth)?.feedback;
      const options = listTruths(right === "true").map((option) => ({
        ...option,
        feedback: tell(option.text.toLowerCase()),
      }));
      return { ...blank, type: "True or False", question, options };
    }
    case "shortanswer":
      return {
        ...blank,
        type: "Short Text",
        question,
        accepted: listAccepted(answers).map((answer) => ({ ...toAccepted(answer), tolerance: 0 })),
        matches_case: getText(element, "usecase") === "1",
      };
    case "numerical":
      if (listChildren(findChild(element, "units"), "unit").length > 0)
        throw new Unreadable(t`The answer has a unit, which learners cannot give here.`);
      return { ...blank, type: "Number", question, accepted: listAccepted(answers).map(readNumber) };
    case "matching":
      return {
        ...blank,
        type: "Match the Pairs",
        question,
        pairs: listChildren(element, "subquestion").map((each) => readPair(each, files)),
      };
    case "ordering":
      return {
        ...blank,
        type: "Ordering",
        question,
        options: answers
          .toSorted((a, b) => a.fraction - b.fraction)
          .map(({ text, picture }) => ({ text, checked: false, picture })),
      };
    case "cloze":
      return { ...blank, type: "Fill the Gaps", question: readCloze(question) };
    case "essay":
      return { ...blank, question, ...readEssay(element, blank.points) };
    default:
      throw new Unreadable(t`Questions of the type '${type}' cannot be imported.`);
  }
}

/** Reads what a question is worth; points here are whole, and at least 1. */
function readPoints(element: Xml): Pick<QuestionDraft, "points"> {
  const points = Math.round(Number(getText(element, "defaultgrade") ?? 1));
  return { points: Number.isFinite(points) ? Math.min(1_000, Math.max(1, points)) : 1 };
}

interface MoodleAnswer {
  text: string;
  /** Percent of the points. */
  fraction: number;
  tolerance: string | null;
  feedback: string | undefined;
  picture: Picture | undefined;
}

function readAnswer(element: Xml, files: FileNames): MoodleAnswer {
  const fraction = Number(element.attributes["fraction"] ?? 0);
  if (!Number.isFinite(fraction)) throw new Unreadable(t`An answer has no number as its share of the points.`);
  return {
    ...readPicture(element, files, "moodle_auto_format"),
    fraction,
    tolerance: getText(element, "tolerance"),
    feedback: readText(findChild(element, "feedback")) || undefined,
  };
}

/** Lists the answers of a question that accepts what is typed, without those that earn nothing. */
function listAccepted(answers: MoodleAnswer[]): MoodleAnswer[] {
  const right = answers.filter(({ fraction }) => fraction > 0);
  if (right.length === 0) throw new Unreadable(t`None of the answers is right.`);
  if (right.some(({ text }) => /(?<!\\)\*/.test(text)))
    throw new Unreadable(t`An accepted answer has a '*', which means any text in Moodle and not here.`);
  return right.map((answer) => ({ ...answer, text: answer.text.replaceAll("\\*", "*") }));
}

function toAccepted({ text, fraction, feedback }: MoodleAnswer) {
  return { text, feedback, ...(fraction < 100 && { weight: roundWeight(fraction) }) };
}

function readNumber(answer: MoodleAnswer): QuestionDraft["accepted"][number] {
  const { text, tolerance } = answer;
  const range = readKeyNumber(tolerance ?? "0");
  if (readKeyNumber(text) === null || range === null || range < 0)
    throw new Unreadable(t`'${text}' is not a number with a point before the decimals.`);
  return { ...toAccepted(answer), tolerance: range };
}

function readPair(element: Xml, files: FileNames): QuestionDraft["pairs"][number] {
  // The right side never has markup.
  const { text: left, picture } = readPicture(element, files);
  const right = getText(findChild(element, "answer"), "text") ?? "";
  if ((left === "" && !picture) || right === "") throw new Unreadable(t`A pair has words on one side only.`);
  return { left, right, ...(picture && { picture }) };
}

/** Reads an essay: a Free Text where an export wrote its rules for graders, otherwise one that a person marks. */
function readEssay(element: Xml, points: number): Pick<Written, "type"> & Partial<Written> {
  if (getText(element, "responseformat") === "noinline")
    throw new Unreadable(t`Learners hand in files for this question, which is not possible here.`);
  const info = readText(findChild(element, "graderinfo"));
  const rules = readRules(info);
  if (rules) return { type: "Free Text", ...rules };
  return {
    type: "Essay",
    ...readMarking(info, points),
    ...readWords("min_words", getText(element, "minwordlimit")),
    ...readWords("max_words", getText(element, "maxwordlimit")),
  };
}

/** Lists what of an essay is left out. */
function listLeftOut(element: Xml): Message[] {
  return [
    ...(Number(getText(element, "attachments") ?? 0) > 0
      ? [t`Learners may add files to their answer in Moodle. Here they write only.`]
      : []),
    ...(getText(findChild(element, "responsetemplate"), "text")?.trim()
      ? [t`The text with which answers begin is left out.`]
      : []),
  ];
}

/** Reads a limit of words; Moodle writes 0, or nothing, for none. */
function readWords(name: "min_words" | "max_words", limit: string | null): Pick<Written, typeof name> {
  const words = Number(limit);
  return Number.isInteger(words) && words > 0 ? { [name]: words } : {};
}

/** Reads the text of an element in its format: HTML unless it says otherwise. @param plain another format without markup */
function readText(element: Xml | undefined, plain = "plain_text"): string {
  const written = getText(element, "text") ?? "";
  if (["plain_text", "markdown", plain].includes(element?.attributes["format"] ?? "html")) return written.trim();
  if (hasMedia(written) || listChildren(element, "file").length > 0) refusePicture();
  return htmlToText(written);
}

/** Reads a text as `readText` does, with the pictures that it brings along. */
function readPictured(
  element: Xml | undefined,
  files: FileNames,
  plain?: string,
): { text: string; pictures: Picture[] } {
  const own = listChildren(element, "file");
  if (own.length === 0) return { text: readText(element, plain), pictures: [] };
  const toName = ({ attributes }: Xml) => `${attributes["path"] ?? "/"}${attributes["name"] ?? ""}`;
  const { html, pictures } = takePictures(getText(element, "text") ?? "", (name) => {
    const file = own.find((each) => toName(each) === `/${name}`);
    return file && files.get(file);
  });
  if (hasMedia(html) || html.includes("@@PLUGINFILE@@")) refusePicture();
  return { text: htmlToText(html), pictures };
}

/** Reads a text that can have one picture. */
function readPicture(element: Xml, files: FileNames, plain?: string): { text: string; picture: Picture | undefined } {
  const { text, pictures } = readPictured(element, files, plain);
  if (pictures.length > 1) throw new Unreadable(t`An answer has several pictures; here it can have one.`);
  return { text, picture: pictures[0] };
}

function refusePicture(): never {
  throw new Unreadable(t`This question has a picture or a recording, which cannot be imported.`);
}
