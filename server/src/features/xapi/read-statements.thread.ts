// Runs in a thread: five thousand statements take half a second to check.
import { readStatements } from "./read-statements.ts";
import { XapiRefusal } from "./refusal.ts";
import type { Version } from "./statement-rules.ts";

export interface StatementsText {
  content: Uint8Array;
  version: Version;
}

/** Why statements are rejected; null when they are valid. */
export type Verdict = { status: number; message: string } | null;

export default ({ content, version }: StatementsText): Verdict => {
  try {
    readStatements(new TextDecoder("utf-8", { ignoreBOM: true }).decode(content), version);
    return null;
  } catch (error) {
    if (error instanceof XapiRefusal) return { status: error.status, message: error.message };
    throw error;
  }
};
