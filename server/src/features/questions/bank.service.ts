import type { Actor, Reach } from "../../access/actor.ts";
import { Forbidden, Invalid, NotFound } from "../../errors.ts";
import { recordAudit } from "../audit/audit.service.ts";
import * as queries from "./bank.queries.ts";
import { type QuestionDraft, questionForm, type QuestionInput, questionProblem } from "./question-form.ts";

export type { BankQuestion } from "./bank.queries.ts";

const MOST_AT_ONCE = 500;
const LONGEST_CATEGORY = 200;
const MOST_ROWS = 500;

/**
 * The bank belongs to the whole instance: whoever writes courses, of any branch, draws from it and adds to it. People without
 * access to the main site change only the questions that they added themselves.
 */
export async function listBankCategories(actor: Actor, branchUrl?: string | null) {
  return queries.listCategories(await actor.reach("course.author", branchUrl));
}

/** How many questions each category has, by its name in small letters. */
export async function bankSizes(reach: Reach<"course.author">): Promise<Map<string, number>> {
  const categories = await queries.listCategories(reach);
  return new Map(categories.map(({ name, questions }) => [name.toLowerCase(), questions]));
}

/** One page of the bank, by category, with the total of what was asked for. */
export async function pageOfBank(
  actor: Actor,
  options: {
    category?: string | null | undefined;
    search?: string | null | undefined;
    /** By category when left out; '-' in front for descending. */
    sort?: string | null | undefined;
    limit?: number | null | undefined;
    offset?: number | null | undefined;
  },
  branchUrl?: string | null,
) {
  const reach = await actor.reach("course.author", branchUrl);
  const limit = Math.min(MOST_ROWS, Math.max(1, options.limit ?? 50));
  const sort = sortOf(options.sort ?? "category");
  return queries.listQuestions(reach, { ...options, sort, limit, offset: Math.max(0, options.offset ?? 0) });
}

function sortOf(sort: string): queries.BankPage["sort"] {
  const key = queries.BANK_ORDERS.find((order) => order === sort.replace(/^-/, ""));
  if (!key) throw new Invalid({ sort: ["The bank cannot be sorted by this."] });
  return { key, isDescending: sort.startsWith("-") };
}

/**
 * Adds copies of questions to the bank, all of them or none.
 * @throws Invalid for `category`, and for `questions` with the reason for the first that nobody could answer
 */
export async function saveToBank(
  actor: Actor,
  { category, questions }: { category: string; questions: QuestionInput[] },
  branchUrl?: string | null,
): Promise<{ saved: number }> {
  const reach = await actor.reach("course.author", branchUrl);
  const name = checkedCategory(category);
  if (questions.length === 0 || questions.length > MOST_AT_ONCE)
    throw new Invalid({ questions: [`Choose from 1 to ${MOST_AT_ONCE} questions.`] });
  const drafts = questions.map((question, index) => checkedQuestion(question, index + 1));
  await queries.insertQuestions(reach, name, drafts);
  await audit(actor, reach, "bank.questions_added", { category: name, questions: drafts.length });
  return { saved: drafts.length };
}

/** Changes a question of the bank for everybody who draws it from now on; attempts under way keep what they were given. */
export async function updateBankQuestion(
  actor: Actor,
  { id, category, question }: { id: number; category: string; question: QuestionInput },
  branchUrl?: string | null,
): Promise<{ id: number }> {
  const reach = await actor.reach("course.author", branchUrl);
  const name = checkedCategory(category);
  await refuseOthers(reach, [id]);
  if (!(await queries.updateQuestion(reach, id, name, checkedQuestion(question, 1)))) throw new NotFound("Question");
  await audit(actor, reach, "bank.question_changed", { category: name, question: id });
  return { id };
}

/**
 * Takes questions out of the bank, all of them or none; attempts under way keep them.
 * @throws NotFound when one of them is not there; Forbidden when one of them is somebody else's, without access to the main site
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

/** @throws NotFound when one of these is not there; Forbidden when the caller may not change one of them */
async function refuseOthers(reach: Reach<"course.author">, ids: number[]): Promise<void> {
  const { found, own } = await queries.countQuestions(reach, ids);
  if (found < new Set(ids).size) throw new NotFound("Question");
  if (own < found) throw new Forbidden();
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
    throw new Invalid({ category: [`Give the category a name of at most ${LONGEST_CATEGORY} characters.`] });
  return name;
}

function checkedQuestion(question: QuestionInput, number: number): QuestionDraft {
  const parsed = questionForm.safeParse(question);
  if (!parsed.success) throw new Invalid({ questions: [`Question ${number} is not of the expected form.`] });
  const problem = questionProblem(parsed.data);
  if (problem) throw new Invalid({ questions: [`Question ${number} ${problem}`] });
  return parsed.data;
}
