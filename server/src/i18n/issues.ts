import type { ZodError } from "zod";
import type { Message } from "./message.ts";

/** Returns the message of a broken rule of zod. A text with {0} gets the limit of its rule. */
export function toMessage(issue: ZodError["issues"][number]): Message {
  const limit = issue.code === "too_big" ? issue.maximum : issue.code === "too_small" ? issue.minimum : null;
  return limit !== null && issue.message.includes("{0}")
    ? { id: issue.message, values: [Number(limit)] }
    : issue.message;
}
