import { runInThread } from "../../platform/threads.ts";
import { readStatements } from "./read-statements.ts";
import type { StatementsText, Verdict } from "./read-statements.thread.ts";
import { XapiRefusal } from "./refusal.ts";
import type { Statement, Version } from "./statement-rules.ts";

/** From this size a text may take longer than 20 ms: about seven kilobytes are checked per millisecond. */
export const THREAD_BYTES = 100_000;

/**
 * Reads the statements of a request. Large texts are checked in a thread and only parsed here: transferring statements
 * from the thread would cost as much.
 * @returns one statement or a list, as in the text
 * @throws XapiRefusal 400 that names the property; 413 for too many statements
 */
export async function readSentStatements(content: Buffer, version: Version): Promise<Statement | Statement[]> {
  if (content.length < THREAD_BYTES) return readStatements(content.toString("utf8"), version);
  const verdict = await runInThread<StatementsText, Verdict>(
    new URL("./read-statements.thread.ts", import.meta.url),
    { content, version },
    "body",
  );
  if (verdict) throw new XapiRefusal(verdict.status, verdict.message);
  return JSON.parse(content.toString("utf8")) as Statement | Statement[];
}
