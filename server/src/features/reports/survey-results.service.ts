import type { Actor } from "../../access/actor.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { type Message, t } from "../../i18n/message.ts";
import type { SurveyQuestion } from "../courses/courses.service.ts";
import { expectCourse } from "./course-access.ts";
import { type FilteredReach, openReports, type ReportFilters } from "./filters.service.ts";
import * as queries from "./survey-results.queries.ts";

/** An anonymous survey shows results from so many answers on. They are released in batches of as many (ADR 101). */
const LEAST_ANSWERS = 5;
const MOST_TEXTS = 100;
const MOST_EXPORTED_TEXTS = 100_000;

/** Which survey of a course is read, and whose answers. Without a unit it is the first survey of the course. */
export type SurveyRequest = Omit<ReportFilters, "category_id"> & {
  course_id: number;
  unit_id?: number | null | undefined;
};

/** Why an anonymous survey shows no results to the caller. */
export type Withheld = "few" | "filtered" | "branch";

interface OpenSurvey {
  filtered: FilteredReach;
  surveys: queries.SurveyUnit[];
  survey: queries.SurveyUnit | undefined;
  /** How many people have answered an anonymous survey; null for others. */
  takers: number | null;
  withheld: Withheld | null;
  counts: queries.Count[];
  asked: queries.Asked;
}

/**
 * Returns the results of a survey: for each question how often each answer was given. Those of an anonymous survey are
 * withheld while there are fewer than five answers, under any filter, and from callers whose reach does not cover
 * everybody who answered: subtracting one result from another would tell what few people answered.
 * @throws NotFound for a course outside the reach or a unit that is no survey of it; Forbidden; Invalid
 */
export async function getSurveyResults(actor: Actor, request: SurveyRequest) {
  const filtered = await openReports(actor, toFilters(request));
  const { surveys, survey, takers, withheld, counts } = await openSurvey(filtered, request);
  const shown = counts.find(({ key }) => key === null)?.count ?? 0;
  return {
    unit_id: survey?.id ?? null,
    surveys,
    is_anonymous: survey?.is_anonymous ?? false,
    least_answers: LEAST_ANSWERS,
    // How many of a few people have answered is no secret: the list of the course's people shows who has completed it.
    answered: withheld === "branch" || withheld === "filtered" ? null : (takers ?? shown),
    shown,
    withheld,
    questions: withheld || !survey ? [] : survey.questions.map((question) => toResult(question, counts)),
  };
}

export type SurveyResults = Awaited<ReturnType<typeof getSurveyResults>>;

/**
 * Lists the texts that answer one question, with the names of a named survey.
 * @throws NotFound; Invalid for a page that is too long
 */
export async function listSurveyTexts(
  actor: Actor,
  {
    question,
    limit,
    offset,
    ...request
  }: SurveyRequest & { unit_id: number; question: string; limit?: number | null; offset?: number | null },
) {
  if ((limit ?? 0) < 0 || (limit ?? 0) > MOST_TEXTS || (offset ?? 0) < 0)
    throw new Invalid({ limit: [t`A page may have ${MOST_TEXTS} rows at most.`] });
  const filtered = await openReports(actor, toFilters(request));
  const { survey, withheld, counts, asked } = await openSurvey(filtered, request);
  if (survey?.questions.find(({ key }) => key === question)?.kind !== "text") throw new NotFound("Question");
  if (withheld) return { total: 0, rows: [] };
  const page = { limit: limit ?? 20, offset: offset ?? 0 };
  const total = counts.find(({ key, value }) => key === question && value === null)?.count ?? 0;
  return { total, rows: await queries.listTexts(filtered.reach, asked, [question], page) };
}

export interface SurveyRow {
  question: string;
  kind: SurveyQuestion["kind"];
  answer: string;
  count: number;
  /** Percent of those who answered the question; null for a text. */
  share: number | null;
  name: string | null;
}

/**
 * Lists the results of a survey as rows of a file: one for each possible answer, and one for each text.
 * @throws Conflict with the reason while the results are withheld; NotFound
 */
export async function listSurveyRows(filtered: FilteredReach, request: SurveyRequest): Promise<SurveyRow[]> {
  const { survey, withheld, counts, asked } = await openSurvey(filtered, request);
  if (!survey) return [];
  if (withheld) throw new Conflict(WITHHELD[withheld]);
  const texts = await queries.listTexts(
    filtered.reach,
    asked,
    survey.questions.flatMap(({ kind, key }) => (kind === "text" ? [key] : [])),
    { limit: MOST_EXPORTED_TEXTS, offset: 0 },
  );
  return survey.questions.flatMap((question): SurveyRow[] => {
    const { key, kind, text } = question;
    const common = { question: text, kind };
    if (kind === "text")
      return texts
        .filter((each) => each.key === key)
        .map((each) => ({ ...common, answer: each.text, count: 1, share: null, name: each.name }));
    const { options, answered } = toResult(question, counts);
    return options.map(({ label, count }) => ({
      ...common,
      answer: label,
      count,
      share: answered === 0 ? null : (100 * count) / answered,
      name: null,
    }));
  });
}

const WITHHELD: Record<Withheld, Message> = {
  few: t`The results of an anonymous survey are shown from ${LEAST_ANSWERS} answers on.`,
  filtered: t`The results of an anonymous survey cannot be filtered. Remove the filters to see them.`,
  branch: t`The results of this anonymous survey are shown only to people who may see everybody who answered it.`,
};

const toFilters = ({ course_id: _, unit_id: __, ...filters }: SurveyRequest) => filters;

async function openSurvey(filtered: FilteredReach, request: SurveyRequest): Promise<OpenSurvey> {
  const { course_id, unit_id } = request;
  await expectCourse(filtered, course_id);
  const { reach, wholeReach, filters } = filtered;
  const surveys = await queries.listSurveys(wholeReach, course_id);
  const survey = unit_id ? surveys.find(({ id }) => id === unit_id) : surveys[0];
  if (unit_id && !survey) throw new NotFound("Unit");
  const isAnonymous = survey?.is_anonymous ?? false;
  const asked = { courseId: course_id, unitId: survey?.id ?? 0, filters: isAnonymous ? null : filters };
  const open = { filtered, surveys, survey, asked };
  if (!survey) return { ...open, takers: null, withheld: null, counts: [] };
  if (!isAnonymous) return { ...open, takers: null, withheld: null, counts: await queries.countAnswers(reach, asked) };
  const { total, outside } = await queries.countTakers(wholeReach, survey.id);
  const withhold = (withheld: Withheld) => ({ ...open, takers: total, withheld, counts: [] });
  if (isFiltered(request)) return withhold("filtered");
  if (outside > 0) return withhold("branch");
  const counts = await queries.countAnswers(wholeReach, asked);
  const shown = counts.find(({ key }) => key === null)?.count ?? 0;
  if (shown < LEAST_ANSWERS) return withhold("few");
  return { ...open, takers: total, withheld: null, counts };
}

const isFiltered = ({ branchUrls, group_ids, from, to }: SurveyRequest) =>
  Boolean(branchUrls?.length || group_ids?.length || from || to);

function toResult(question: SurveyQuestion, counts: readonly queries.Count[]) {
  const own = new Map(counts.flatMap(({ key, value, count }) => (key === question.key ? [[value, count]] : [])));
  const answered = own.get(null) ?? 0;
  const options = listPossible(question).map(({ value, label }) => ({ label, count: own.get(value) ?? 0 }));
  const sum = options.reduce((total, { count }, index) => total + count * (index + 1), 0);
  const isScale = question.kind === "likert";
  return { ...question, answered, options, mean: isScale && answered > 0 ? sum / answered : null };
}

function listPossible({ kind, points, low, high, options }: SurveyQuestion): { value: string; label: string }[] {
  if (kind === "choice") return options.map(({ key, text }) => ({ value: key, label: text }));
  if (kind === "text") return [];
  return Array.from({ length: points }, (_, index) => {
    const point = String(index + 1);
    const end = index === 0 ? low : index === points - 1 ? high : "";
    return { value: point, label: end ? `${point} – ${end}` : point };
  });
}
