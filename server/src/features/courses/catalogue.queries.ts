import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { courseInScope } from "../../access/scope.ts";
import { cacheQuery } from "../../db/cached-query.ts";
import { toLikePattern } from "../../db/like.ts";

/** By when they were made, the newest first, or by title. */
export type CatalogueSort = "newest" | "title";

export interface CatalogueChoice {
  sort: CatalogueSort;
  /** Courses in one of these categories; `null` means all. */
  within: number[] | null;
  search: string;
  price: "free" | "priced" | null;
  notStarted: boolean;
  limit: number;
  offset: number;
}

/** Lists a page of the catalogue (P69); each row has the total. */
export function listCatalogue({ db, instanceId, userId, branchIds }: Reach<"catalogue.view">, choice: CatalogueChoice) {
  const { sort, within, search, price, notStarted, limit, offset } = choice;
  const variant = [
    branchIds === null ? "" : "branches",
    within === null ? "" : "within",
    search === "" ? "" : "search",
    price ?? "",
    notStarted ? "not started" : "",
    sort === "title" ? "by title" : "",
  ];
  const given = { instanceId, userId, branchIds, within, title: toLikePattern(search), limit, offset };
  return selectCatalogue(db, given, variant.join());
}

interface CataloguePage {
  instanceId: number;
  userId: number;
  branchIds: number[] | null;
  within: number[] | null;
  /** The pattern of titles that are searched. */
  title: string | null;
  limit: number;
  offset: number;
}

const selectCatalogue = cacheQuery(
  (db, { instanceId, userId, branchIds, within, title, limit, offset }: CataloguePage, variant: string) => {
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
      .$if(has("by title"), (query) => query.orderBy(sql`c.title COLLATE people`))
      .orderBy("c.created_at", "desc")
      .orderBy("c.id", "desc")
      .limit(limit)
      .offset(offset);
  },
);

/** Limits the two lists of the catalogue's top level. */
export interface TopLevelChoice {
  /** All categories that can be reached. */
  categories: number[];
  limit: number;
  offset: number;
  /** How many of the newest courses in categories to list. */
  newest: number;
}

/**
 * Lists a page of the courses without a category, each with the total, and the newest courses that have one, in one
 * statement.
 */
export function listTopLevel({ db, instanceId, branchIds }: Reach<"catalogue.view">, choice: TopLevelChoice) {
  return selectTopLevel(db, { instanceId, branchIds, ...choice }, branchIds === null ? "whole" : "branches");
}

interface TopLevel extends TopLevelChoice {
  instanceId: number;
  branchIds: number[] | null;
}

const selectTopLevel = cacheQuery(
  (_, { instanceId, branchIds, categories, limit, offset, newest }: TopLevel, variant: "whole" | "branches") =>
    sql<CatalogueRow & { has_category: boolean }>`
    SELECT id, title, thumbnail_key, price, has_category, total
    FROM (
      SELECT listed.*,
        row_number() OVER (PARTITION BY has_category ORDER BY created_at DESC, id DESC) AS place,
        count(*) OVER (PARTITION BY has_category) AS total
      FROM (
        SELECT c.id, c.title, c.thumbnail_key, c.price, c.created_at, c.id IN (
          SELECT cc.course_id FROM course_categories cc
          WHERE cc.instance_id = ${instanceId} AND cc.category_id = ANY (${categories}::integer[])) AS has_category
        FROM courses c
        WHERE c.instance_id = ${instanceId} AND c.deleted_at IS NULL AND c.status = 'published' AND NOT c.hide_from_catalog
          AND ${variant === "branches" ? courseInScope({ instanceId, branchIds }, "c.id") : sql`true`}
      ) listed
    ) placed
    WHERE place <= CASE WHEN has_category THEN ${newest}::integer ELSE ${limit}::integer + ${offset}::integer END
      AND (has_category OR place > ${offset}::integer)
    ORDER BY place`,
);

/** A course as the catalogue lists it. */
export type CatalogueRow = Awaited<ReturnType<typeof listCatalogue>>[number];
