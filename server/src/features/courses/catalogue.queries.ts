import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { courseInScope } from "../../access/scope.ts";
import { cacheQuery } from "../../db/cached-query.ts";
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
export function listCatalogue({ db, instanceId, userId, branchIds }: Reach<"learn">, choice: CatalogueChoice) {
  const { within, outside, search, price, notStarted, limit, offset } = choice;
  const variant = [
    branchIds === null ? "" : "branches",
    within === null ? "" : "within",
    outside.length === 0 ? "" : "outside",
    search === "" ? "" : "search",
    price ?? "",
    notStarted ? "not started" : "",
  ];
  const given = { instanceId, userId, branchIds, within, outside, title: toLikePattern(search), limit, offset };
  return selectCatalogue(db, given, variant.join());
}

interface CataloguePage {
  instanceId: number;
  userId: number;
  branchIds: number[] | null;
  within: number[] | null;
  outside: number[];
  /** The pattern of titles that are searched. */
  title: string | null;
  limit: number;
  offset: number;
}

const selectCatalogue = cacheQuery(
  (db, { instanceId, userId, branchIds, within, outside, title, limit, offset }: CataloguePage, variant: string) => {
    const has = (limit: string) => variant.split(",").includes(limit);
    // IN and not EXISTS: PostgreSQL reads the list once and hashes it, also when the statistics are out of date.
    const ofThese = (ids: number[] | null) => sql`(SELECT cc.course_id FROM course_categories cc
      WHERE cc.instance_id = ${instanceId} AND cc.category_id = ANY (${ids}::integer[]))`;
    return db
      .selectFrom("courses as c")
      .where("c.instance_id", "=", instanceId)
      .where("c.deleted_at", "is", null)
      .where("c.status", "=", "published")
      .where("c.hide_from_catalog", "=", false)
      .$if(has("branches"), (query) => query.where(courseInScope({ instanceId, branchIds }, "c.id")))
      .$if(has("within"), (query) => query.where(sql<boolean>`c.id IN ${ofThese(within)}`))
      .$if(has("outside"), (query) => query.where(sql<boolean>`c.id NOT IN ${ofThese(outside)}`))
      .$if(has("search"), (query) => query.where("c.title", "ilike", title))
      .$if(has("free"), (query) => query.where("c.price", "=", 0))
      .$if(has("priced"), (query) => query.where("c.price", ">", 0))
      .$if(has("not started"), (query) =>
        query.where(
          sql<boolean>`NOT EXISTS (SELECT FROM enrolments e WHERE e.instance_id = ${instanceId} AND e.course_id = c.id
            AND e.user_id = ${userId} AND e.started_at IS NOT NULL)`,
        ),
      )
      .select(["c.id", "c.title", "c.thumbnail_key", "c.price"])
      .select(sql<number>`count(*) OVER ()`.as("total"))
      .orderBy("c.created_at", "desc")
      .orderBy("c.id", "desc")
      .limit(limit)
      .offset(offset);
  },
);
