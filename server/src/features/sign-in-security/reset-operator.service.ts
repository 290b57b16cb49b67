import { platformInstanceId } from "../../access/session.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Database } from "../../db/client.ts";
import * as queries from "./second-factor.queries.ts";
import { endVisits, findOperator } from "./reset-operator.queries.ts";

/**
 * Removes the second factors of an operator who has lost them, and ends their sessions in all instances. They sign in
 * with their password, and set one up again. For a command on the server: nobody else may do this to an operator.
 * @returns false without an operator of this e-mail
 */
export async function resetOperator(database: Database, email: string): Promise<boolean> {
  const home = await platformInstanceId(database);
  return inInstance(database, home, async (db) => {
    const operator = await findOperator(db, home, email);
    if (!operator) return false;
    await queries.deleteFactors({ db, instanceId: home, userId: operator.id });
    await queries.endSessionsOf({ db, instanceId: home, userId: operator.id });
    await endVisits(db, operator.id);
    return true;
  });
}
