import type { Actor } from "../../access/actor.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { enrolUsers } from "../enrolments/assigning.service.ts";
import { addPeople } from "../groups/members.service.ts";
import { storeAcceptance } from "../terms/terms.service.ts";
import { addPerson, toAuditSubject } from "../users/people.service.ts";
import type { OfferRow } from "./invitations.queries.ts";
import { keepExisting } from "./places.queries.ts";
import * as queries from "./registrations.queries.ts";

/**
 * Creates the account of a registration with the actor's rights, in its branch, groups and course, and deletes the
 * registration.
 * @throws Conflict when no licence is left; Invalid when the address is in use; Forbidden
 */
export async function createAccount(
  actor: Actor,
  registration: queries.RegistrationRow,
  offer: OfferRow,
): Promise<void> {
  const { branch_id: branchId, branch_url: branchUrl } = offer;
  const reach = await actor.reach("user.create", branchUrl);
  const { db, instanceId } = reach;
  const { first_name, last_name, email, password_hash } = registration;
  const person = await addPerson(
    actor,
    reach,
    { first_name, last_name, email, role: "learner", is_primary: branchId === null, password_hash: password_hash! },
    { branchId, branchUrl },
  );
  const { group_ids, course_id } = await keepExisting(db, instanceId, offer);
  if (group_ids.length > 0) await addPeople(actor, [person.id], group_ids);
  if (course_id !== null) await enrolUsers(actor, [person.id], [course_id]);
  if (registration.terms_version !== null) await storeAcceptance(db, instanceId, person.id, registration.terms_version);
  await queries.deleteRegistration(db, instanceId, registration.id);
  await recordAudit(actor, reach, { action: "user.registered", subject: toAuditSubject(person) });
}
