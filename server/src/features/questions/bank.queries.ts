import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { courseInScope, questionIsUsable, rowIsOwn } from "../../access/scope.ts";
import { toLikePattern } from "../../db/like.ts";
import { QUESTION_CONTENT_NAMES, toQuestionContent } from "./question-columns.ts";
import type { QuestionDraft } from "./question-form.ts";

type Authoring = Reach<"course.author">;

export interface BankQuestion extends Omit<QuestionDraft, "id"> {
  id: number;
  category: string;
  /** Rises with each change. */
  version: number;
  /** Courses with tests that draw from its category. */
  drawn_in: { id: number; title: string }[];
  /** Whether the caller may change and delete it. */
  may_edit: boolean;
  /** The name of the branch that owns it; null for the main site. */
  owning_branch: string | null;
}

/** The sort orders of the bank. */
export const BANK_ORDERS = ["question", "category", "type", "updated"] as const;

/**
 * Lists the categories of the bank, ignoring case, with their numbers of questions.
 * @param owner counts what a course of this owner draws: null is the main site, otherwise a branch; without it, what
 * the caller may use
 */
export async function listCategories(
  reach: Authoring,
  owner?: number | null,
): Promise<{ name: string; questions: number }[]> {
  const counted =
    owner === undefined
      ? questionIsUsable(reach, "branch_id")
      : sql<boolean>`(branch_id IS NULL OR branch_id = ${owner}::integer)`;
  const { rows } = await sql<{ name: string; questions: number }>`
    SELECT min(category) AS name, count(*)::integer AS questions
    FROM bank_questions
    WHERE instance_id = ${reach.instanceId} AND deleted_at IS NULL AND ${counted}
    GROUP BY lower(category)
    ORDER BY min(category) COLLATE people`.execute(reach.db);
  return rows;
}

export interface BankPage {
  category?: string | null | undefined;
  search?: string | null | undefined;
  sort: { key: (typeof BANK_ORDERS)[number]; isDescending: boolean };
  limit: number;
  offset: number;
}

/** Sorts words alphabetically, ignoring case. */
const ORDERS = {
  question: sql`question COLLATE people`,
  category: sql`lower(category) COLLATE people`,
  type: sql`type`,
  updated: sql`updated_at`,
} as const;

function chosen(reach: Authoring, { category, search }: Pick<BankPage, "category" | "search">) {
  return reach.db
    .selectFrom("bank_questions")
    .where("instance_id", "=", reach.instanceId)
    .where("deleted_at", "is", null)
    .where(questionIsUsable(reach, "branch_id"))
    .$if(Boolean(category), (query) =>
      query.where((eb) => eb(eb.fn("lower", ["category"]), "=", category!.toLowerCase())),
    )
    .$if(Boolean(search?.trim()), (query) => query.where("question", "ilike", toLikePattern(search!.trim())));
}

export async function listQuestions(
  reach: Authoring,
  page: BankPage,
): Promise<{ total: number; rows: BankQuestion[] }> {
  const { total } = await chosen(reach, page)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await chosen(reach, page)
    .select(["id", "category", "version", ...QUESTION_CONTENT_NAMES])
    .select(
      sql<BankQuestion["drawn_in"]>`coalesce((
        SELECT json_agg(json_build_object('id', c.id, 'title', c.title) ORDER BY c.title, c.id)
        FROM courses c
        WHERE c.instance_id = ${reach.instanceId} AND c.deleted_at IS NULL AND ${courseInScope(reach, "c.id")}
          AND (bank_questions.branch_id IS NULL OR bank_questions.branch_id = c.branch_id)
          AND c.id IN (
            SELECT u.course_id FROM units u, jsonb_array_elements(u.draws) d
            WHERE u.instance_id = ${reach.instanceId} AND u.draws <> '[]' AND u.deleted_at IS NULL
              AND lower(d ->> 'category') = lower(bank_questions.category))), '[]')`.as("drawn_in"),
    )
    .select(rowIsOwn(reach, "branch_id").as("may_edit"))
    .select(
      sql<string | null>`(SELECT b.name FROM branches b
        WHERE b.instance_id = ${reach.instanceId} AND b.id = bank_questions.branch_id)`.as("owning_branch"),
    )
    .orderBy(ORDERS[page.sort.key], page.sort.isDescending ? "desc" : "asc")
    .orderBy("id")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { total, rows: rows as unknown as BankQuestion[] };
}

export async function insertQuestions(
  reach: Authoring,
  { category, branch_id }: { category: string; branch_id: number | null },
  questions: QuestionDraft[],
): Promise<void> {
  const rows = questions.map((question) => ({
    ...toQuestionContent(question),
    branch_id,
    category,
    instance_id: reach.instanceId,
    created_by: reach.userId,
  }));
  await reach.db.insertInto("bank_questions").values(rows).execute();
}

/** Finds the owners of these questions, as far as the caller may use them; null is the main site. */
export function listOwners(reach: Authoring, ids: number[]): Promise<{ branch_id: number | null }[]> {
  return reach.db
    .selectFrom("bank_questions")
    .where("instance_id", "=", reach.instanceId)
    .where((eb) => eb("id", "=", eb.fn.any(eb.val(ids))))
    .where("deleted_at", "is", null)
    .where(questionIsUsable(reach, "branch_id"))
    .select("branch_id")
    .execute();
}

/**
 * Updates a question. Attempts in progress keep its earlier text: see `questions_drawn`.
 * @param version the one that was edited; null is not checked
 * @returns false when it does not exist in this version
 */
export async function updateQuestion(
  reach: Authoring,
  id: number,
  { category, version }: { category: string; version: number | null },
  question: QuestionDraft,
): Promise<boolean> {
  const { numUpdatedRows } = await reach.db
    .updateTable("bank_questions")
    .set({ ...toQuestionContent(question), category, version: sql`version + 1`, updated_at: sql`now()` })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .$if(version !== null, (query) => query.where("version", "=", version))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Deletes questions and returns how many existed. */
export async function deleteQuestions(reach: Authoring, ids: number[]): Promise<number> {
  const { numUpdatedRows } = await reach.db
    .updateTable("bank_questions")
    .set({ deleted_at: sql`now()` })
    .where("instance_id", "=", reach.instanceId)
    .where((eb) => eb("id", "=", eb.fn.any(eb.val(ids))))
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
