import { writeZip } from "./write-zip.ts";
import { parseGaps } from "./gaps.ts";
import { clean, cleanQuestion } from "./clean-question.ts";
import { writeMarking } from "./essay-lines.ts";
import { toAcceptedKey } from "./qti-scoring.ts";
import { trimLines } from "./qti-text.ts";
import { textBeside, writeImage } from "./picture-markup.ts";
import { listQuestionFiles, type Picture } from "./question-files.ts";
import { writeRule } from "./rule-lines.ts";
import { type ExportableType, toExportableType } from "./exportable.ts";
import type { QuestionDraft } from "./question-form.ts";
import { isEachRight, isWeighted, listByWeight, weighOption } from "./weights.ts";

type Written = Omit<QuestionDraft, "id">;

/**
 * Writes questions as a QTI 3.0 package: a zip with a manifest and an item for each question. The same questions give the same
 * bytes. Runs of blanks become one, as in HTML.
 * @param pictures of the questions, by the names by which they call them
 */
export function writeQtiPackage(
  questions: readonly Written[],
  pictures: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<Buffer> {
  const names = questions.map((_, at) => `q${String(at + 1).padStart(3, "0")}`);
  return writeZip([
    { name: "imsmanifest.xml", text: writeManifest(names, questions) },
    ...questions.map((question, at) => ({ name: `items/${names[at]}.xml`, text: writeItem(question, names[at]!) })),
    ...[...pictures].map(([name, bytes]) => ({ name: `pictures/${name}`, text: bytes })),
  ]);
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

function writeManifest(names: string[], questions: readonly Written[]): string {
  const resources = names.map(
    (name, at) =>
      `    <resource identifier="${name}" type="imsqti_item_xmlv3p0" href="items/${name}.xml">\n      <file href="items/${name}.xml"/>\n${listPictures(
        questions[at]!,
      )
        .map((picture) => `      <file href="pictures/${picture}"/>\n`)
        .join("")}    </resource>\n`,
  );
  return `${DECLARATION}<manifest xmlns="http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1" identifier="questions">
  <metadata>
    <schema>QTI Package</schema>
    <schemaversion>3.0.0</schemaversion>
  </metadata>
  <organizations/>
  <resources>
${resources.join("")}  </resources>
</manifest>
`;
}

/** Lists the names of the pictures of a question, each once. */
const listPictures = (question: Written) => [...new Set(listQuestionFiles(question).map(({ file }) => file))];

/** The parts of an item that depend on the type of question. */
interface Parts {
  /** Declarations of responses. */
  declared: string;
  /** The text of the question, if the interaction is not within it. */
  body: string;
  /** Rules that give the points and choose the feedback on answers. */
  rules: string;
  /** The cardinality of FEEDBACK, and the feedback on answers by identifier. */
  cardinality?: string;
  feedback?: (readonly [id: string, text: string | undefined])[];
}

function writeItem(written: Written, name: string): string {
  const question = cleanQuestion(written);
  const {
    declared,
    body,
    rules,
    cardinality = "single",
    feedback = [],
  } = PARTS[toExportableType(question.type)](question);
  const given = feedback.flatMap(([id, text]) => (text ? [[id, text] as const] : []));
  const title = [...line(question.question)].slice(0, 60).join("");
  return `${DECLARATION}<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="${name}" title="${attribute(title)}" adaptive="false" time-dependent="false">
${declared}<qti-outcome-declaration identifier="SCORE" cardinality="single" base-type="float" normal-maximum="${question.points}"${question.type === "Essay" ? ' external-scored="human"' : ""}/>
<qti-outcome-declaration identifier="MAXSCORE" cardinality="single" base-type="float"><qti-default-value><qti-value>${question.points}</qti-value></qti-default-value></qti-outcome-declaration>
${given.length > 0 ? `<qti-outcome-declaration identifier="FEEDBACK" cardinality="${cardinality}" base-type="identifier"/>\n` : ""}${question.feedback ? `<qti-outcome-declaration identifier="GENERAL" cardinality="single" base-type="identifier"/>\n` : ""}<qti-item-body>
${body}
${(question.media ?? []).map((each) => `<p>${image(each)}</p>\n`).join("")}</qti-item-body>
<qti-response-processing>
${rules}${question.feedback ? `<qti-set-outcome-value identifier="GENERAL">${identifier("general")}</qti-set-outcome-value>\n` : ""}</qti-response-processing>
${given.map(([id, text]) => writeFeedback("FEEDBACK", id, text)).join("")}${question.feedback ? writeFeedback("GENERAL", "general", question.feedback) : ""}</qti-assessment-item>
`;
}

const writeFeedback = (outcome: string, id: string, text: string) =>
  `<qti-modal-feedback outcome-identifier="${outcome}" identifier="${id}" show-hide="show"><qti-content-body>${paragraph(text)}</qti-content-body></qti-modal-feedback>\n`;

const PARTS: Record<ExportableType, (question: Written) => Parts> = {
  "Multiple Choice": (question) => writeChoice(question, (at) => `choice_${at + 1}`, "true"),
  "True or False": (question) =>
    writeChoice(
      {
        ...question,
        options: question.options
          .map(({ weight: _, ...option }) => option)
          .toSorted((a, b) => b.text.localeCompare(a.text)),
      },
      (at) => (at === 0 ? "true" : "false"),
      "false",
    ),
  "Fill the Gaps": writeGaps,
  Ordering: writeOrder,
  "Match the Pairs": writePairs,
  Number: writeNumber,
  "Short Text": writeShortText,
  "Free Text": writeFreeText,
  Essay: writeEssay,
};

function writeChoice({ question, options, points }: Written, toId: (at: number) => string, shuffle: string): Parts {
  const right = options.flatMap(({ checked }, at) => (checked ? [toId(at)] : []));
  const takesOne = right.length === 1 || isEachRight(options);
  const cardinality = takesOne ? "single" : "multiple";
  // A mapping gives each option its points; without weights the rule of the product is the right response.
  const mapping = isWeighted(options)
    ? writeMapping(
        options.map((option, at) => [toId(at), toScore(weighOption(option, options), points)]),
        points,
      )
    : "";
  const choices = options.map(
    ({ text, picture }, at) =>
      `<qti-simple-choice identifier="${toId(at)}">${withImage(text, picture)}</qti-simple-choice>\n`,
  );
  const feedback = options.map((option, at) => [toId(at), option.feedback] as const);
  const copies = feedback.some(([, text]) => text)
    ? `<qti-set-outcome-value identifier="FEEDBACK"><qti-variable identifier="RESPONSE"/></qti-set-outcome-value>\n`
    : "";
  return {
    declared: declare("RESPONSE", cardinality, "identifier", takesOne ? right.slice(0, 1) : right, mapping),
    body: `${paragraph(question)}
<qti-choice-interaction response-identifier="RESPONSE" shuffle="${shuffle}" max-choices="${takesOne ? 1 : 0}">
${choices.join("")}</qti-choice-interaction>`,
    rules: (mapping ? MAP_RESPONSE : ifCorrect(["RESPONSE"], points)) + copies,
    cardinality,
    feedback,
  };
}

function writeGaps({ question, points }: Written): Parts {
  const ids: string[] = [];
  const declared: string[] = [];
  const body = parseGaps(withoutRuns(question)).map((part) => {
    if ("text" in part) return escape(part.text).replaceAll("\n", "<br/>");
    const id = `RESPONSE_${ids.length + 1}`;
    ids.push(id);
    declared.push(declare(id, "single", "identifier", ["choice_1"]));
    const choices = part.alternatives.map(
      (text, at) => `<qti-inline-choice identifier="choice_${at + 1}">${escape(line(text))}</qti-inline-choice>`,
    );
    return `<qti-inline-choice-interaction response-identifier="${id}" shuffle="true">${choices.join("")}</qti-inline-choice-interaction>`;
  });
  return { declared: declared.join(""), body: `<p>${body.join("")}</p>`, rules: ifCorrect(ids, points) };
}

function writeOrder({ question, options, points }: Written): Parts {
  const ids = options.map((_, at) => `item_${at + 1}`);
  return {
    declared: declare("RESPONSE", "ordered", "identifier", ids),
    body: `${paragraph(question)}
<qti-order-interaction response-identifier="RESPONSE" shuffle="true">
${options.map(({ text, picture }, at) => `<qti-simple-choice identifier="${ids[at]}">${withImage(text, picture)}</qti-simple-choice>\n`).join("")}</qti-order-interaction>`,
    rules: ifCorrect(["RESPONSE"], points),
  };
}

function writePairs({ question, pairs, points }: Written): Parts {
  const rights = [...new Set(pairs.map(({ right }) => line(right)))];
  const toId = (text: string) => `right_${rights.indexOf(line(text)) + 1}`;
  const choice = (id: string, text: string, most: number, picture?: Picture) =>
    `<qti-simple-associable-choice identifier="${id}" match-max="${most}">${withImage(text, picture)}</qti-simple-associable-choice>\n`;
  return {
    declared: declare(
      "RESPONSE",
      "multiple",
      "directedPair",
      pairs.map(({ right }, at) => `left_${at + 1} ${toId(right)}`),
    ),
    body: `${paragraph(question)}
<qti-match-interaction response-identifier="RESPONSE" shuffle="true" max-associations="${pairs.length}">
<qti-simple-match-set>
${pairs.map(({ left, picture }, at) => choice(`left_${at + 1}`, left, 1, picture)).join("")}</qti-simple-match-set>
<qti-simple-match-set>
${rights.map((text) => choice(toId(text), text, pairs.length)).join("")}</qti-simple-match-set>
</qti-match-interaction>`,
    rules: ifCorrect(["RESPONSE"], points),
  };
}

function writeNumber({ question, accepted: given, points }: Written): Parts {
  const accepted = listDistinct(given.map((each) => ({ ...each, text: each.text.replace("−", "-") })));
  const branches = accepted.map(({ text, tolerance, feedback, weight = 100 }, at) => {
    const mode =
      tolerance > 0 ? `tolerance-mode="absolute" tolerance="${tolerance} ${tolerance}"` : `tolerance-mode="exact"`;
    return branch(
      at,
      `<qti-equal ${mode}><qti-variable identifier="RESPONSE"/><qti-base-value base-type="float">${text}</qti-base-value></qti-equal>`,
      setScore(toScore(weight, points)) + (feedback ? setFeedback(`accepted_${at + 1}`) : ""),
    );
  });
  return {
    declared: declare(
      "RESPONSE",
      "single",
      "float",
      accepted.slice(0, 1).map(({ text }) => text),
    ),
    body: `${paragraph(question)}\n${ENTRY}`,
    rules: condition(branches),
    feedback: accepted.map(({ feedback }, at) => [`accepted_${at + 1}`, feedback]),
  };
}

function writeShortText({ question, accepted: given, matches_case, points }: Written): Parts {
  const accepted = listDistinct(given.map((each) => ({ ...each, text: line(each.text), tolerance: 0 })));
  const branches = accepted.map(({ text, feedback, weight = 100 }, at) =>
    branch(
      at,
      `<qti-string-match case-sensitive="${matches_case}"><qti-variable identifier="RESPONSE"/><qti-base-value base-type="string">${escape(line(text))}</qti-base-value></qti-string-match>`,
      setScore(toScore(weight, points)) + (feedback ? setFeedback(`accepted_${at + 1}`) : ""),
    ),
  );
  return {
    declared: declare(
      "RESPONSE",
      "single",
      "string",
      accepted.slice(0, 1).map(({ text }) => line(text)),
    ),
    body: `${paragraph(question)}\n${ENTRY}`,
    rules: condition(branches),
    feedback: accepted.map(({ feedback }, at) => [`accepted_${at + 1}`, feedback]),
  };
}

function writeFreeText({ question, rules, required_points }: Written): Parts {
  return writeLongText(question, [`required points: ${required_points}`, ...rules.map(writeRule)].join("\n"));
}

function writeEssay(written: Written): Parts {
  return writeLongText(written.question, writeMarking(written));
}

/** @param info what only those who score it read */
function writeLongText(question: string, info: string): Parts {
  return {
    declared: `<qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="string"/>\n`,
    body: `${info ? `<qti-rubric-block use="scoring" view="scorer"><qti-content-body>${paragraph(info)}</qti-content-body></qti-rubric-block>\n` : ""}${paragraph(question)}
<qti-extended-text-interaction response-identifier="RESPONSE"/>`,
    rules: "",
  };
}

/** Lists accepted answers once, those that earn most first: a rule takes the first that is met. */
function listDistinct(accepted: Written["accepted"]): Written["accepted"] {
  const byKey = new Map<string, Written["accepted"][number]>();
  for (const each of listByWeight(accepted)) if (!byKey.has(toAcceptedKey(each))) byKey.set(toAcceptedKey(each), each);
  return [...byKey.values()];
}

const ENTRY = `<p><qti-text-entry-interaction response-identifier="RESPONSE"/></p>`;

const declare = (id: string, cardinality: string, baseType: string, right: string[], mapping = "") =>
  `<qti-response-declaration identifier="${id}" cardinality="${cardinality}" base-type="${baseType}"><qti-correct-response>${right.map((value) => `<qti-value>${escape(value)}</qti-value>`).join("")}</qti-correct-response>${mapping}</qti-response-declaration>\n`;

/** Returns the points that a weight earns, with more digits than a weight has, so that it can be read again. */
const toScore = (weight: number, points: number) => Number(((weight * points) / 100).toFixed(10));

const writeMapping = (entries: (readonly [id: string, score: number])[], points: number) =>
  `<qti-mapping lower-bound="0" upper-bound="${points}" default-value="0">${entries.map(([id, score]) => `<qti-map-entry map-key="${id}" mapped-value="${score}"/>`).join("")}</qti-mapping>`;

const MAP_RESPONSE = `<qti-set-outcome-value identifier="SCORE"><qti-map-response identifier="RESPONSE"/></qti-set-outcome-value>\n`;

const identifier = (value: string) => `<qti-base-value base-type="identifier">${value}</qti-base-value>`;

const setScore = (points: number) =>
  `<qti-set-outcome-value identifier="SCORE"><qti-base-value base-type="float">${points}</qti-base-value></qti-set-outcome-value>`;

const setFeedback = (id: string) =>
  `<qti-set-outcome-value identifier="FEEDBACK">${identifier(id)}</qti-set-outcome-value>`;

function branch(at: number, test: string, then: string): string {
  const name = at === 0 ? "qti-response-if" : "qti-response-else-if";
  return `<${name}>${test}${then}</${name}>\n`;
}

const condition = (branches: string[]) => `<qti-response-condition>\n${branches.join("")}</qti-response-condition>\n`;

/** Gives the points when every response is the right one of its declaration. */
function ifCorrect(ids: string[], points: number): string {
  const tests = ids.map(
    (id) => `<qti-match><qti-variable identifier="${id}"/><qti-correct identifier="${id}"/></qti-match>`,
  );
  return condition([
    branch(0, tests.length === 1 ? tests[0]! : `<qti-and>${tests.join("")}</qti-and>`, setScore(points)),
  ]);
}

const image = (picture: Picture) => writeImage(`../pictures/${picture.file}`, picture);

/** Writes a text with its picture, which may stand alone. */
const withImage = (text: string, picture: Picture | undefined) =>
  lines(textBeside(text, picture)) + (picture ? image(picture) : "");

const paragraph = (text: string) => `<p>${lines(text)}</p>`;

/** Writes a text whose lines are separated by line breaks. */
const lines = (text: string) => withoutRuns(text).split("\n").map(escape).join("<br/>");

/** Returns a text without runs of blanks, which HTML does not keep. */
const withoutRuns = (text: string) => trimLines(text.replace(/[ \t]+/g, " "));

/** Returns a text as one line. */
const line = (text: string) =>
  clean(text)
    .replace(/[ \t\n]+/g, " ")
    .trim();

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const attribute = (text: string) => escape(text).replaceAll('"', "&quot;");
