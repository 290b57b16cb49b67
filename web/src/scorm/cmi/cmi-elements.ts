// Written from server/src/features/scorm/cmi-elements.ts by `npm run generate`; edit that file.
// All elements of the SCORM data models and their rules. The server checks values with this table, and `npm run
// generate` writes it for the player, so that both accept the same values.
import { LONGEST_ANSWER, TYPES } from "./cmi-answers.ts";
import * as is from "./cmi-values.ts";

/** Whether content may read or write an element. */
type Access = "rw" | "ro" | "wo";

interface More {
  /** The value that content reads before the element is set. */
  start?: string;
  /** Each value that content sets is appended to the earlier ones. */
  appends?: true;
}

type Table = Record<string, [Access, is.ValueRule, More?]>;

// Real content writes longer values than the standard allows.
const LONG = 64_000;
const id = is.text(4000);
const empty = { start: "" };

const SCORE_12 = is.either(is.anyOf(""), is.number(0, 100));
const SCORES_12 = (base: string): Table => ({
  [`${base}.raw`]: ["rw", SCORE_12],
  [`${base}.min`]: ["rw", SCORE_12],
  [`${base}.max`]: ["rw", SCORE_12],
});

/** Every leaf of the SCORM 1.2 data model; `n` and `m` are indexes. */
const SCORM_12: Table = {
  "cmi.core.student_id": ["ro", is.text(255)],
  "cmi.core.student_name": ["ro", is.text(255)],
  "cmi.core.lesson_location": ["rw", is.text(1000)],
  "cmi.core.credit": ["ro", is.anyOf("credit", "no-credit")],
  "cmi.core.lesson_status": [
    "rw",
    is.anyOf("passed", "completed", "failed", "incomplete", "browsed"),
    { start: "not attempted" },
  ],
  "cmi.core.entry": ["ro", is.anyOf("ab-initio", "resume", "")],
  ...SCORES_12("cmi.core.score"),
  "cmi.core.total_time": ["ro", is.timespan12, { start: "0000:00:00.00" }],
  "cmi.core.lesson_mode": ["ro", is.anyOf("normal", "browse", "review")],
  // 'normal' belongs to SCORM 2004; content that sends it here means an ordinary end.
  "cmi.core.exit": ["wo", is.anyOf("time-out", "suspend", "logout", "normal", "")],
  "cmi.core.session_time": ["wo", is.timespan12],
  "cmi.suspend_data": ["rw", is.text(LONG)],
  "cmi.launch_data": ["ro", is.text(LONG)],
  "cmi.comments": ["rw", is.text(LONG), { appends: true }],
  "cmi.comments_from_lms": ["ro", is.text(LONG)],
  "cmi.student_data.mastery_score": ["ro", is.text(255)],
  "cmi.student_data.max_time_allowed": ["ro", is.text(255)],
  "cmi.student_data.time_limit_action": ["ro", is.text(255)],
  "cmi.student_preference.audio": ["rw", is.integer(-1, 100)],
  "cmi.student_preference.language": ["rw", is.text(255)],
  "cmi.student_preference.speed": ["rw", is.integer(-100, 100)],
  "cmi.student_preference.text": ["rw", is.integer(-1, 1)],
  "cmi.objectives.n.id": ["rw", is.identifier12],
  ...SCORES_12("cmi.objectives.n.score"),
  "cmi.objectives.n.status": [
    "rw",
    is.anyOf("passed", "completed", "failed", "incomplete", "browsed", "not attempted"),
  ],
  "cmi.interactions.n.id": ["wo", is.identifier12],
  "cmi.interactions.n.objectives.m.id": ["wo", is.identifier12],
  "cmi.interactions.n.time": ["wo", is.time12],
  "cmi.interactions.n.type": [
    "wo",
    is.anyOf("true-false", "choice", "fill-in", "matching", "performance", "sequencing", "likert", "numeric"),
  ],
  "cmi.interactions.n.correct_responses.m.pattern": ["wo", is.text(LONGEST_ANSWER)],
  "cmi.interactions.n.weighting": ["wo", is.number()],
  "cmi.interactions.n.student_response": ["wo", is.text(LONGEST_ANSWER)],
  // SCORM 2004 has 'incorrect' for 'wrong'.
  "cmi.interactions.n.result": [
    "wo",
    is.either(is.anyOf("correct", "wrong", "incorrect", "unanticipated", "neutral"), is.number()),
  ],
  "cmi.interactions.n.latency": ["wo", is.timespan12],
};

const SCORES_2004 = (base: string): Table => ({
  [`${base}.scaled`]: ["rw", is.number(-1, 1)],
  [`${base}.raw`]: ["rw", is.number()],
  [`${base}.min`]: ["rw", is.number()],
  [`${base}.max`]: ["rw", is.number()],
});

const unknown = { start: "unknown" };
const COMPLETION = is.anyOf("completed", "incomplete", "not attempted", "unknown");
const SUCCESS = is.anyOf("passed", "failed", "unknown");

/** Every leaf of the SCORM 2004 4th Edition data model. */
const SCORM_2004: Table = {
  // 4,000 characters, plus the name of their language.
  "cmi.comments_from_learner.n.comment": ["rw", is.all(is.text(4260), is.localized)],
  "cmi.comments_from_learner.n.location": ["rw", is.text(250), empty],
  "cmi.comments_from_learner.n.timestamp": ["rw", is.timestamp],
  "cmi.comments_from_lms.n.comment": ["ro", id],
  "cmi.comments_from_lms.n.location": ["ro", is.text(250)],
  "cmi.comments_from_lms.n.timestamp": ["ro", is.timestamp],
  "cmi.completion_status": ["rw", COMPLETION, unknown],
  "cmi.completion_threshold": ["ro", is.number(0, 1)],
  "cmi.credit": ["ro", is.anyOf("credit", "no-credit")],
  "cmi.entry": ["ro", is.anyOf("ab-initio", "resume", "")],
  "cmi.exit": ["wo", is.anyOf("time-out", "suspend", "logout", "normal", "")],
  "cmi.interactions.n.id": ["rw", is.identifier],
  "cmi.interactions.n.type": ["rw", is.anyOf(...TYPES)],
  "cmi.interactions.n.objectives.m.id": ["rw", is.identifier],
  "cmi.interactions.n.timestamp": ["rw", is.timestamp],
  "cmi.interactions.n.correct_responses.m.pattern": ["rw", is.text(LONGEST_ANSWER)],
  "cmi.interactions.n.weighting": ["rw", is.number()],
  "cmi.interactions.n.learner_response": ["rw", is.text(LONGEST_ANSWER)],
  "cmi.interactions.n.result": [
    "rw",
    is.either(is.anyOf("correct", "incorrect", "unanticipated", "neutral"), is.number()),
  ],
  "cmi.interactions.n.latency": ["rw", is.duration],
  "cmi.interactions.n.description": ["rw", is.all(is.text(500), is.localized)],
  "cmi.launch_data": ["ro", is.text(LONG), empty],
  "cmi.learner_id": ["ro", id],
  "cmi.learner_name": ["ro", id],
  "cmi.learner_preference.audio_level": ["rw", is.number(0), { start: "1" }],
  "cmi.learner_preference.language": ["rw", is.language, empty],
  "cmi.learner_preference.delivery_speed": ["rw", is.number(0), { start: "1" }],
  "cmi.learner_preference.audio_captioning": ["rw", is.integer(-1, 1), { start: "0" }],
  "cmi.location": ["rw", is.text(4000)],
  "cmi.max_time_allowed": ["ro", is.duration],
  "cmi.mode": ["ro", is.anyOf("normal", "browse", "review")],
  "cmi.objectives.n.id": ["rw", is.identifier],
  ...SCORES_2004("cmi.objectives.n.score"),
  "cmi.objectives.n.success_status": ["rw", SUCCESS, unknown],
  "cmi.objectives.n.completion_status": ["rw", COMPLETION, unknown],
  "cmi.objectives.n.progress_measure": ["rw", is.number(0, 1)],
  "cmi.objectives.n.description": ["rw", is.all(is.text(4260), is.localized)],
  "cmi.progress_measure": ["rw", is.number(0, 1)],
  "cmi.scaled_passing_score": ["ro", is.number(-1, 1)],
  ...SCORES_2004("cmi.score"),
  "cmi.session_time": ["wo", is.duration],
  "cmi.success_status": ["rw", SUCCESS, unknown],
  "cmi.suspend_data": ["rw", is.text(LONG)],
  "cmi.time_limit_action": ["ro", is.text(255), { start: "continue,no message" }],
  "cmi.total_time": ["ro", is.duration, { start: "PT0S" }],
  "adl.nav.request": ["rw", is.navigationRequest, { start: "_none_" }],
  "adl.data.n.id": ["ro", id],
  "adl.data.n.store": ["rw", is.text(LONG)],
};

/** Keywords that content may read but not set (SCORM 1.2: 402, 2004: 404). */
const KEYWORDS_12 = [
  "cmi._version",
  "cmi._children",
  "cmi.core._children",
  "cmi.core.score._children",
  "cmi.objectives._children",
  "cmi.objectives._count",
  "cmi.objectives.n.score._children",
  "cmi.student_data._children",
  "cmi.student_preference._children",
  "cmi.interactions._children",
  "cmi.interactions._count",
  "cmi.interactions.n.objectives._count",
  "cmi.interactions.n.correct_responses._count",
];
const KEYWORDS_2004 = [
  "cmi._version",
  "cmi._children",
  "cmi.comments_from_learner._children",
  "cmi.comments_from_learner._count",
  "cmi.comments_from_lms._children",
  "cmi.comments_from_lms._count",
  "cmi.interactions._children",
  "cmi.interactions._count",
  "cmi.interactions.n.objectives._count",
  "cmi.interactions.n.correct_responses._count",
  "cmi.learner_preference._children",
  "cmi.objectives._children",
  "cmi.objectives._count",
  "cmi.objectives.n.score._children",
  "cmi.score._children",
  "adl.data._children",
  "adl.data._count",
];

type ScormKind = "scorm_1_2" | "scorm_2004";

const TABLES: Record<ScormKind, Table> = { scorm_1_2: SCORM_12, scorm_2004: SCORM_2004 };

export interface Element extends More {
  access: Access;
  judge: is.ValueRule;
}

/** Finds the element of a key; undefined when it is not a leaf of the data model. */
export function findElement(kind: ScormKind, key: string): Element | undefined {
  const entry = Object.hasOwn(TABLES[kind], toGeneralKey(key)) ? TABLES[kind][toGeneralKey(key)] : undefined;
  return entry && { access: entry[0], judge: entry[1], ...entry[2] };
}

/** Lists every leaf of the data model; indexes are `n` and `m`. */
export function listLeaves(kind: ScormKind): string[] {
  return Object.keys(TABLES[kind]);
}

/** Returns whether a key is a keyword of the data model, which content may read but not set. */
export function isKeyword(kind: ScormKind, key: string): boolean {
  return (kind === "scorm_1_2" ? KEYWORDS_12 : KEYWORDS_2004).includes(toGeneralKey(key));
}

/** Lists what `_children` returns for an element or list: the names below it, in the order of the data model. */
export function listChildren(kind: ScormKind, parent: string): string[] {
  const names = listLeaves(kind).flatMap((key) =>
    key.startsWith(`${parent}.`)
      ? key
          .slice(parent.length + 1)
          .replace(/^[nm]\./, "")
          .split(".")
          .slice(0, 1)
      : [],
  );
  return [...new Set(names)];
}

/** Writes the indexes of a key as `n` and `m`; a key that contains these letters as indexes names nothing. */
export function toGeneralKey(key: string): string {
  if (/\.[nm](\.|$)/.test(key)) return "";
  let found = 0;
  return key.replace(/\.(?:0|[1-9]\d{0,4})(?=\.|$)/g, () => (found++ === 0 ? ".n" : ".m"));
}

/** Lists the lists in a key, each with its index. */
export function listPlaces(key: string): [list: string, index: number][] {
  return [...key.matchAll(/\.(\d+)(?=\.)/g)].map((found) => [key.slice(0, found.index), Number(found[1])]);
}
