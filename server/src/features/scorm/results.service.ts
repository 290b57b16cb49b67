import type { Actor } from "../../access/actor.ts";
import { NotFound } from "../../errors.ts";
import * as queries from "./results.queries.ts";

const MOST_CALLS = 10_000;

export interface Interaction {
  id: string;
  type: string | null;
  description: string | null;
  response: string | null;
  result: string | null;
  latency: string | null;
}

/** Lists one person's attempts in a unit, each with its questions and its call log. @throws NotFound when there are none */
export async function listAttempts(
  actor: Actor,
  { unitId, userId }: { unitId: number; userId: number },
  branchUrl?: string | null,
) {
  const reach = await actor.reach("package.report", branchUrl);
  const attempts = await queries.listAttempts(reach, unitId, userId);
  if (attempts.length === 0) throw new NotFound("Attempt");
  return attempts.map(({ cmi, ...attempt }) => ({
    ...attempt,
    location: cmi["cmi.core.lesson_location"] ?? cmi["cmi.location"] ?? null,
    interactions: listInteractions(cmi),
    calls: () => queries.listCalls(reach, attempt.id, MOST_CALLS),
  }));
}

/** Lists the interactions of an attempt in order. */
function listInteractions(cmi: Record<string, string>): Interaction[] {
  const count = Object.keys(cmi).reduce((most, key) => {
    const index = /^cmi\.interactions\.(\d+)\./.exec(key);
    return index ? Math.max(most, Number(index[1]) + 1) : most;
  }, 0);
  return Array.from({ length: count }, (_, index) => {
    const field = (name: string) => cmi[`cmi.interactions.${index}.${name}`] ?? null;
    return {
      id: field("id") ?? String(index),
      type: field("type"),
      description: field("description"),
      response: field("student_response") ?? field("learner_response"),
      result: field("result"),
      latency: field("latency"),
    };
  });
}

export type ReportedAttempt = Awaited<ReturnType<typeof listAttempts>>[number];
