import type { Actor, Reach } from "../../access/actor.ts";
import { giveBadge } from "../badges/awarding.service.ts";
import { enrolUsers } from "../enrolments/assigning.service.ts";
import { addPeople, removePeople } from "../groups/members.service.ts";
import { assign } from "../learning-paths/assigning.service.ts";
import { listManagersOf, notifyFromJob } from "../notifications/notifications.service.ts";
import { setUsersActive } from "../users/people.service.ts";
import { isLanguage, translate } from "../../i18n/translate.ts";
import type { AutomationAction } from "./automation-kinds.ts";
import * as queries from "./actions.queries.ts";
import { readNames } from "./automations.queries.ts";
import type { ClaimedEvent } from "./events.queries.ts";

/** Where an automation acts. */
export interface Acting {
  actor: Actor;
  reach: Reach<"automation.manage">;
  branchUrl: string | null;
  /** Where links in mails lead. */
  origin: string;
}

/**
 * Does an action for the people of events, with the rights of the actor and the checks of the ordinary operations.
 * @returns for whom it changed something
 * @throws what the operation throws, such as Conflict for a full course
 */
export async function performAction(
  acting: Acting,
  action: AutomationAction,
  events: readonly ClaimedEvent[],
): Promise<ReadonlySet<number>> {
  const { actor, reach, branchUrl } = acting;
  const userIds = [...new Set(events.map(({ user_id }) => user_id))];
  switch (action.kind) {
    case "enrol_in_course": {
      const enrolled = await enrolUsers(actor, userIds, [action.course_id], branchUrl, action.due);
      return new Set(enrolled.map(({ user_id }) => user_id));
    }
    case "enrol_in_path": {
      const assigned = await queries.listAssigned(reach, action.path_id, userIds);
      const missing = userIds.filter((id) => !assigned.has(id));
      if (missing.length > 0) await assign(actor, action.path_id, { user_ids: missing }, branchUrl, action.due);
      return new Set(missing);
    }
    case "add_to_group": {
      const members = await queries.listMembers(reach, action.group_id, userIds);
      await addPeople(actor, userIds, [action.group_id], branchUrl);
      return new Set(userIds.filter((id) => !members.has(id)));
    }
    case "remove_from_group": {
      const members = await queries.listMembers(reach, action.group_id, userIds);
      if (members.size > 0) await removePeople(actor, action.group_id, [...members], branchUrl);
      return members;
    }
    case "give_badge":
      return new Set(await giveBadge(actor, action.badge_id, userIds, branchUrl));
    case "notify":
      return notifyPeople(acting, action, events);
    case "deactivate":
      return new Set(await setUsersActive(actor, userIds, false, branchUrl));
  }
}

async function notifyPeople(
  { actor, reach, origin }: Acting,
  action: AutomationAction & { kind: "notify" },
  events: readonly ClaimedEvent[],
): Promise<ReadonlySet<number>> {
  const people = await queries.listPeople(
    reach,
    events.map(({ user_id }) => user_id),
  );
  const findName = await readNames(
    reach,
    events.flatMap(({ data }) =>
      KINDS.flatMap((kind) => {
        const id = data[`${kind}_id`];
        return id === undefined ? [] : [{ kind, id }];
      }),
    ),
  );
  const managers = action.to === "managers" ? await listManagersOf(reach, [...people.keys()]) : [];
  const recipients = events.flatMap((event) => {
    const person = people.get(event.user_id);
    if (!person) return [];
    const values: Record<string, string> = {
      first_name: person.first_name,
      last_name: person.last_name,
      site: actor.instance.name,
      date: event.data.on === undefined ? "" : writeDay(event.data.on, actor.instance.language),
    };
    for (const kind of KINDS) {
      const id = event.data[`${kind}_id`];
      if (id !== undefined) values[kind] = findName(kind, id) ?? "";
    }
    const data = {
      subject: fill(action.subject, values),
      message: fill(action.text, values),
      about_user_id: event.user_id,
    };
    const to =
      action.to === "person"
        ? [event.user_id]
        : managers.flatMap(({ user_id, manager_id }) => (user_id === event.user_id ? manager_id : []));
    return to.map((userId) => ({ about: event.user_id, userId, data }));
  });
  await notifyFromJob(actor.platform, reach, "automation_message", recipients, origin);
  return new Set(recipients.map(({ about }) => about));
}

const KINDS = ["branch", "group", "field", "course", "path"] as const;

/** Writes a day in the language of the instance, in which the text is written. */
const writeDay = (day: string, language: string): string =>
  translate({ id: "{0}", values: [{ day }] }, isLanguage(language) ? language : "en");

/** Writes values for placeholders, once: braces in a value stay as they are. */
const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{([a-z_]+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? values[name]! : whole));
