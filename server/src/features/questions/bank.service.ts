import type { Actor, Reach } from "../../access/actor.ts";
import { Conflict, Forbidden, Invalid, NotFound } from "../../errors.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { mayEdit, chooseOwner } from "../courses/ownership.service.ts";
import * as queries from "./bank.queries.ts";
import { type QuestionDraft, questionForm, type QuestionInput, questionProblem } from "./question-form.ts";
import { t } from "../../i18n/message.ts";
import { checkFormat, type QuestionExport, withKeys, writeFile } from "./write-file.ts";

export type { BankQuestion } from "./bank.queries.ts";

const MOST_AT_ONCE = 500;
const LONGEST_CATEGORY = 200;
const MOST_ROWS = 500;
/** As many as an import takes. */
const MOST_EXPORTED = 500;

/**
 * Lists the categories of the bank that the caller may use: the main site's questions and those of their branches. A
 * question belongs to the site where it was added, and only that site changes it (P78).
 */
export async function listBankCategories(actor: Actor, branchUrl?: string | null) {
  return queries.listCategories(await actor.reach("course.author", branchUrl));
}

/** Counts the questions of each category that a course of this owner draws, by the category's name in lower case. */
export async function bankSizes(reach: Reach<"course.author">, owner: number | null): Promise<Map<string, number>> {
  const categories = await queries.listCategories(reach, owner);
  return new Map(categories.map(({ name, questions }) => [name.toLowerCase(), questions]));
}

/** Returns one page of the bank, sorted by category, with the total. */
export async function getPageOfBank(
  actor: Actor,
  options: {
    category?: string | null | undefined;
    search?: string | null | undefined;
    /** By category by default; prefix '-' for descending. */
    sort?: string | null | undefined;
    limit?: number | null | undefined;
    offset?: number | null | undefined;
  },
  branchUrl?: string | null,
) {
  const reach = await actor.reach("course.author", branchUrl);
  const limit = Math.min(MOST_ROWS, Math.max(1, options.limit ?? 50));
  const sort = parseSort(options.sort ?? "category");
  return queries.listQuestions(reach, { ...options, sort, limit, offset: Math.max(0, options.offset ?? 0) });
}

/**
 * Writes the questions of the bank that the caller may use as a file.
 * @throws Invalid for another format; Conflict for more questions than a file has
 */
export async function exportBank(
  actor: Actor,
  { format, ...chosen }: { format: string; category?: string | null | undefined; search?: string | null | undefined },
  branchUrl?: string | null,
): Promise<QuestionExport> {
  const reach = await actor.reach("course.author", branchUrl);
  checkFormat(format);
  const sort = { key: "category", isDescending: false } as const;
  const { total, rows } = await queries.listQuestions(reach, { ...chosen, sort, limit: MOST_EXPORTED, offset: 0 });
  if (total > MOST_EXPORTED)
    throw new Conflict(t`A file has at most ${MOST_EXPORTED} questions. Export one category at a time.`);
  return writeFile(actor, format, rows);
}

function parseSort(sort: string): queries.BankPage["sort"] {
  const key = queries.BANK_ORDERS.find((order) => order === sort.replace(/^-/, ""));
  if (!key) throw new Invalid({ sort: [t`The bank cannot be sorted by this.`] });
  return { key, isDescending: sort.startsWith("-") };
}

/**
 * Adds copies of questions to the bank, all or none.
 * @throws Invalid for `category`, and for `questions` with the reason for the first unanswerable one
 */
export async function saveToBank(
  actor: Actor,
  { category, questions }: { category: string; questions: QuestionInput[] },
  branchUrl?: string | null,
): Promise<{ saved: number }> {
  const reach = await actor.reach("course.author", branchUrl);
  const name = checkedCategory(category);
  if (questions.length === 0 || questions.length > MOST_AT_ONCE)
    throw new Invalid({ questions: [t`Choose from 1 to ${MOST_AT_ONCE} questions.`] });
  const checked = questions.map((question, index) => checkedQuestion(question, index + 1));
  const drafts = await withKeys(reach, checked);
  await queries.insertQuestions(reach, { category: name, branch_id: chooseOwner("question", reach) }, drafts);
  await audit(actor, reach, "bank.questions_added", { category: name, questions: drafts.length });
  return { saved: drafts.length };
}

/**
 * Changes a question of the bank for all tests that draw it from now on; attempts in progress keep its earlier text.
 * @throws Conflict when another author has changed it since `version`
 */
export async function updateBankQuestion(
  actor: Actor,
  {
    id,
    version = null,
    category,
    question,
  }: { id: number; version?: number | null | undefined; category: string; question: QuestionInput },
  branchUrl?: string | null,
): Promise<{ id: number }> {
  const reach = await actor.reach("course.author", branchUrl);
  const name = checkedCategory(category);
  await refuseOthers(reach, [id]);
  const [draft] = await withKeys(reach, [checkedQuestion(question, 1)]);
  if (!(await queries.updateQuestion(reach, id, { category: name, version }, draft!))) {
    if ((await queries.listOwners(reach, [id])).length === 0) throw new NotFound("Question");
    throw new Conflict(
      t`Another author has changed this question since you opened it. Copy what you typed, open the question again and change it there.`,
    );
  }
  await audit(actor, reach, "bank.question_changed", { category: name, question: id });
  return { id };
}

/**
 * Deletes questions from the bank, all or none; attempts in progress keep them.
 * @throws NotFound when one of them does not exist; Forbidden when one belongs to a site where the caller has no rights
 */
export async function deleteBankQuestions(
  actor: Actor,
  ids: number[],
  branchUrl?: string | null,
): Promise<{ deleted: number }> {
  const reach = await actor.reach("course.author", branchUrl);
  await refuseOthers(reach, ids);
  const deleted = await queries.deleteQuestions(reach, ids);
  await audit(actor, reach, "bank.questions_deleted", { questions: deleted });
  return { deleted };
}

/**
 * Checks that the caller may change these questions. @throws NotFound for a question outside their reach; Forbidden for
 * one that they may only use
 */
async function refuseOthers(reach: Reach<"course.author">, ids: number[]): Promise<void> {
  const owners = await queries.listOwners(reach, ids);
  if (owners.length < new Set(ids).size) throw new NotFound("Question");
  if (!owners.every((owner) => mayEdit(reach, owner))) throw new Forbidden();
}

function audit(
  actor: Actor,
  reach: Reach<"course.author">,
  action: `bank.${string}`,
  changes: Record<string, unknown>,
): Promise<void> {
  return recordAudit(actor, reach, {
    action,
    subject: { type: "question_bank", id: null, name: "Question bank" },
    changes,
  });
}

function checkedCategory(category: string): string {
  const name = category.trim();
  if (!name || name.length > LONGEST_CATEGORY)
    throw new Invalid({ category: [t`Give the category a name of at most ${LONGEST_CATEGORY} characters.`] });
  return name;
}

function checkedQuestion(question: QuestionInput, number: number): QuestionDraft {
  const parsed = questionForm.safeParse(question);
  if (!parsed.success) throw new Invalid({ questions: [t`Question ${number} is not of the expected form.`] });
  const problem = questionProblem(parsed.data);
  if (problem) throw new Invalid({ questions: [t`Question ${number} ${problem}`] });
  return parsed.data;
}
