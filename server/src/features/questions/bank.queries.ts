import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { courseInScope } from "../../access/scope.ts";
import { containing } from "../../db/like.ts";
import type { QuestionDraft } from "./question-form.ts";

type Authoring = Reach<"course.author">;

export interface BankQuestion extends Omit<QuestionDraft, "id"> {
  id: number;
  category: string;
  /** Tests of these courses draw from its category. */
  drawn_in: { id: number; title: string }[];
  /** Whether the caller may change and delete it. */
  may_edit: boolean;
}

/** What the bank may be sorted by. */
export const BANK_ORDERS = ["question", "category", "type", "updated"] as const;

/** The categories of the bank in any writing as one, with how many questions each has. */
export async function listCategories(reach: Authoring): Promise<{ name: string; questions: number }[]> {
  const { rows } = await sql<{ name: string; questions: number }>`
    SELECT min(category) AS name, count(*)::integer AS questions
    FROM bank_questions
    WHERE instance_id = ${reach.instanceId} AND deleted_at IS NULL
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

/** Words are sorted as people do. */
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
    .$if(Boolean(category), (query) =>
      query.where((eb) => eb(eb.fn("lower", ["category"]), "=", category!.toLowerCase())),
    )
    .$if(Boolean(search?.trim()), (query) => query.where("question", "ilike", containing(search!.trim())));
}

export async function listQuestions(
  reach: Authoring,
  page: BankPage,
): Promise<{ total: number; rows: BankQuestion[] }> {
  const { total } = await chosen(reach, page)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await chosen(reach, page)
    .select(["id", "category", "type", "question", "options", "pairs", "rules", "required_points"])
    .select(
      sql<BankQuestion["drawn_in"]>`coalesce((
        SELECT json_agg(json_build_object('id', c.id, 'title', c.title) ORDER BY c.title, c.id)
        FROM courses c
        WHERE c.instance_id = ${reach.instanceId} AND c.deleted_at IS NULL AND ${courseInScope(reach, "c.id")}
          AND c.id IN (
            SELECT u.course_id FROM units u, jsonb_array_elements(u.draws) d
            WHERE u.instance_id = ${reach.instanceId} AND u.draws <> '[]' AND u.deleted_at IS NULL
              AND lower(d ->> 'category') = lower(bank_questions.category))), '[]')`.as("drawn_in"),
    )
    .select(isOwn(reach).as("may_edit"))
    .orderBy(ORDERS[page.sort.key], page.sort.isDescending ? "desc" : "asc")
    .orderBy("id")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { total, rows: rows as unknown as BankQuestion[] };
}

/** The rows of a form, as JSON is written. */
function columnsOf({ id: _, options, pairs, rules, ...question }: QuestionDraft) {
  return {
    ...question,
    options: JSON.stringify(options),
    pairs: JSON.stringify(pairs),
    rules: JSON.stringify(rules),
  };
}

export async function insertQuestions(reach: Authoring, category: string, questions: QuestionDraft[]): Promise<void> {
  const rows = questions.map((question) => ({
    ...columnsOf(question),
    category,
    instance_id: reach.instanceId,
    created_by: reach.userId,
  }));
  await reach.db.insertInto("bank_questions").values(rows).execute();
}

/**
 * Whether the caller may change a question: with access to the main site every one, else those that they made themselves
 * (P78). Courses of every site draw from the bank.
 */
function isOwn(reach: Authoring) {
  return reach.ownBranchIds === null
    ? sql<boolean>`true`
    : sql<boolean>`(created_by IS NOT DISTINCT FROM ${reach.userId})`;
}

/** How many of these questions there are, and how many of them the caller may change. */
export async function countQuestions(reach: Authoring, ids: number[]): Promise<{ found: number; own: number }> {
  return reach.db
    .selectFrom("bank_questions")
    .where("instance_id", "=", reach.instanceId)
    .where((eb) => eb("id", "=", eb.fn.any(eb.val(ids))))
    .where("deleted_at", "is", null)
    .select((eb) => [
      eb.fn.countAll<number>().as("found"),
      eb.fn.countAll<number>().filterWhere(isOwn(reach)).as("own"),
    ])
    .executeTakeFirstOrThrow();
}

/** Whether there was such a question. What was drawn before keeps its wording: see `questions_drawn`. */
export async function updateQuestion(
  reach: Authoring,
  id: number,
  category: string,
  question: QuestionDraft,
): Promise<boolean> {
  const { numUpdatedRows } = await reach.db
    .updateTable("bank_questions")
    .set({ ...columnsOf(question), category, version: sql`version + 1`, updated_at: sql`now()` })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** How many there were. */
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
