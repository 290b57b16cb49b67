import { XapiRefusal } from "./refusal.ts";
import { json } from "./requests.ts";
import { checkStatement, type Statement, type Version } from "./statement-rules.ts";

const MOST_IN_A_BATCH = 5_000;

/**
 * Reads one statement or a list, as strictly as its version of xAPI requires.
 * @returns what the text contains
 * @throws XapiRefusal 400 that names the property; 413 for too many statements
 */
export function readStatements(text: string, version: Version): Statement | Statement[] {
  const sent = json(text, "body");
  const statements: unknown[] = Array.isArray(sent) ? sent : [sent];
  if (statements.length > MOST_IN_A_BATCH)
    throw new XapiRefusal(413, `Send at most ${MOST_IN_A_BATCH} statements at once.`);
  for (const statement of statements) checkStatement(statement, version);
  return sent as Statement | Statement[];
}
