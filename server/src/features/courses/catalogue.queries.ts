import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { courseInScope } from "../../access/scope.ts";
import { toLikePattern } from "../../db/like.ts";

export interface CatalogueChoice {
  /** Courses in one of these categories; `null` means all. */
  within: number[] | null;
  /** Courses in none of these categories. */
  outside: number[];
  search: string;
  price: "free" | "priced" | null;
  notStarted: boolean;
  limit: number;
  offset: number;
}

/** Lists a page of the catalogue (P69), the newest first; each row has the total. */
export function listCatalogue(reach: Reach<"learn">, choice: CatalogueChoice) {
  // IN and not EXISTS: PostgreSQL reads the list once and hashes it, also when the statistics are out of date.
  const ofThese = (ids: number[]) => sql`(SELECT cc.course_id FROM course_categories cc
    WHERE cc.instance_id = ${reach.instanceId} AND cc.category_id = ANY (${ids}::integer[]))`;
  return reach.db
    .selectFrom("courses as c")
    .where("c.instance_id", "=", reach.instanceId)
    .where("c.deleted_at", "is", null)
    .where("c.status", "=", "published")
    .where("c.hide_from_catalog", "=", false)
    .where(courseInScope(reach, "c.id"))
    .$if(choice.within !== null, (query) => query.where(sql<boolean>`c.id IN ${ofThese(choice.within!)}`))
    .$if(choice.outside.length > 0, (query) => query.where(sql<boolean>`c.id NOT IN ${ofThese(choice.outside)}`))
    .$if(choice.search !== "", (query) => query.where("c.title", "ilike", toLikePattern(choice.search)))
    .$if(choice.price !== null, (query) => query.where("c.price", choice.price === "free" ? "=" : ">", 0))
    .$if(choice.notStarted, (query) =>
      query.where(
        sql<boolean>`NOT EXISTS (SELECT FROM enrolments e WHERE e.instance_id = ${reach.instanceId} AND e.course_id = c.id
          AND e.user_id = ${reach.userId} AND e.started_at IS NOT NULL)`,
      ),
    )
    .select(["c.id", "c.title", "c.thumbnail_key", "c.price"])
    .select(sql<number>`count(*) OVER ()`.as("total"))
    .orderBy("c.created_at", "desc")
    .orderBy("c.id", "desc")
    .limit(choice.limit)
    .offset(choice.offset)
    .execute();
}
