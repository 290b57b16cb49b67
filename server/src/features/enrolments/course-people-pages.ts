import type { Reach } from "../../access/actor.ts";
import type { Database } from "../../db/client.ts";
import type { PageOptions } from "../../db/page.ts";
import { getPage, RememberedOrders } from "../../db/remembered-orders.ts";
import * as queries from "./course-people.queries.ts";

type Listing = queries.CoursePeopleFilter & PageOptions & { limit: number; offset: number };

/** Pages from here on are found in the remembered order; those before, PostgreSQL finds as fast. */
const FIRST_FAR = 200;

const ordersBy = new WeakMap<Database, RememberedOrders<string>>();

/** Loads a page of the people of a course with their total. */
export async function loadPeople(
  database: Database,
  reach: Reach<"enrolment.manage">,
  courseId: number,
  options: Listing,
): Promise<{ total: number; rows: queries.CoursePerson[] }> {
  if (hasRememberedOrder(reach, options)) return loadFarPage(database, reach, courseId, options);
  if (options.search?.trim()) return queries.searchPeople(reach, courseId, options);
  const [total, rows] = await Promise.all([
    queries.countPeople(reach, courseId, options),
    queries.listPeople(reach, courseId, options),
  ]);
  return { total, rows };
}

/** Tells whether the order depends on nothing but who is in the course, and the names and addresses of the users list. */
function hasRememberedOrder(reach: Reach<"enrolment.manage">, { sort, offset, ...filter }: Listing): boolean {
  return (
    reach.branchIds === null && offset >= FIRST_FAR && queries.toOrderOfUsers(sort) !== null && queries.isEmpty(filter)
  );
}

/**
 * Loads a page of all people of a course by their remembered order, which is read again once its version has changed.
 * The people are read in their current state.
 */
async function loadFarPage(
  database: Database,
  reach: Reach<"enrolment.manage">,
  courseId: number,
  options: Listing,
): Promise<{ total: number; rows: queries.CoursePerson[] }> {
  const orders = ordersBy.get(database) ?? new RememberedOrders<string>();
  ordersBy.set(database, orders);
  const by = queries.toOrderOfUsers(options.sort) ?? "name";
  const key = JSON.stringify([reach.instanceId, courseId, by]);
  const page = { ...options, isReversed: options.sort?.startsWith("-") ?? false };
  const known = orders.find(key);
  if (known) {
    // Before the people, so that a change between both is noticed.
    const [version, rows] = await Promise.all([
      queries.readVersion(reach, courseId),
      queries.listByIds(reach, courseId, getPage(known, page)),
    ]);
    if (version === known.version) return { total: known.ids.length, rows };
  }
  const order = orders.remember(key, await queries.listOrder(reach, courseId, by));
  return { total: order.ids.length, rows: await queries.listByIds(reach, courseId, getPage(order, page)) };
}
