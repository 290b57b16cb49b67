import type { Actor } from "../../access/actor.ts";
import * as queries from "./contents.queries.ts";

/** What the tabs of an instance show of its users, courses and branches. */
export interface InstancePerson {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  role: string;
  is_active: boolean;
  is_owner: boolean;
}
export interface InstanceCourse {
  id: number;
  title: string;
}
export interface InstanceBranch {
  id: number;
  name: string;
  url: string;
}

const PAGE = 10;
const LARGEST_PAGE = 500;
const limited = (options: queries.ListOptions) => ({
  ...options,
  limit: Math.min(options.limit ?? PAGE, LARGEST_PAGE),
});

/** Lists all users of an instance by name, without deleted users and visitors of the platform. */
export async function listPeople(actor: Actor, instanceId: number): Promise<InstancePerson[]> {
  return queries.listPeople(await actor.reachInstance("instance.manage", instanceId));
}

export async function listCourses(actor: Actor, instanceId: number): Promise<InstanceCourse[]> {
  return queries.listCourses(await actor.reachInstance("instance.manage", instanceId));
}

export async function listBranches(actor: Actor, instanceId: number): Promise<InstanceBranch[]> {
  return queries.listBranches(await actor.reachInstance("instance.manage", instanceId));
}

/** Returns one page of an instance's users with the total, sorted by name or email. */
export async function getPageOfPeople(actor: Actor, instanceId: number, options: queries.ListOptions) {
  const reach = await actor.reachInstance("instance.manage", instanceId);
  return {
    total: await queries.countPeople(reach, options.search),
    rows: (await queries.listPeople(reach, limited(options))) as InstancePerson[],
  };
}

/** Returns one page of an instance's courses with the total, by title. */
export async function getPageOfCourses(actor: Actor, instanceId: number, options: queries.ListOptions) {
  const reach = await actor.reachInstance("instance.manage", instanceId);
  return {
    total: await queries.countCourses(reach, options.search),
    rows: (await queries.listCourses(reach, limited(options))) as InstanceCourse[],
  };
}

/** Returns one page of an instance's branches with the total, by name. */
export async function getPageOfBranches(actor: Actor, instanceId: number, options: queries.ListOptions) {
  const reach = await actor.reachInstance("instance.manage", instanceId);
  return {
    total: await queries.countBranches(reach, options.search),
    rows: (await queries.listBranches(reach, limited(options))) as InstanceBranch[],
  };
}
