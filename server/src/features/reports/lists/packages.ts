import type { Actor } from "../../../access/actor.ts";
import { NotFound } from "../../../errors.ts";
import { listAttempts } from "../../scorm/results.service.ts";
import type { TableRequest } from "../request.ts";
import { defineTable, fromRows } from "../table.ts";
import { getId } from "./people.ts";

const answersList = defineTable({
  kind: "package-answers",
  title: "answersTitle",
  fileName: "package-answers",
  permission: "package.report",
  filters: ["unit_id", "user_id", "attempt_id"],
  open: async (actor, request) => fromRows((await getAttempt(actor, request)).interactions),
  columns: [
    { label: "question", value: (each) => each.description || each.id },
    { label: "type", value: (each) => each.type, format: "term" },
    { label: "answer", value: (each) => each.response },
    { label: "result", value: (each) => each.result && toResultTerm(each.result), format: "term" },
  ],
});

/** Returns the term of a result; a result that is a number stays as it is. */
const toResultTerm = (result: string) =>
  /^(?:correct|incorrect|wrong|unanticipated|neutral)$/.test(result) ? `${result}_result` : result;

const callsList = defineTable({
  kind: "package-calls",
  title: "callsTitle",
  fileName: "package-calls",
  permission: "package.report",
  filters: ["unit_id", "user_id", "attempt_id"],
  open: async (actor, request) => fromRows(await (await getAttempt(actor, request)).calls()),
  columns: [
    { label: "time", value: (call) => call.called_at.toISOString() },
    { label: "call", value: (call) => call.call },
    { label: "element", value: (call) => call.element },
    { label: "value", value: (call) => call.value },
    { label: "result", value: (call) => call.result },
    { label: "error", value: (call) => call.error_code },
  ],
});

/** Returns an attempt at a package. @throws NotFound outside the reach */
async function getAttempt(actor: Actor, { unit_id, user_id, attempt_id, branchUrl }: TableRequest) {
  const which = { unitId: getId(unit_id, "Unit"), userId: getId(user_id, "User") };
  const attempt = (await listAttempts(actor, which, branchUrl)).find(({ id }) => id === attempt_id);
  if (!attempt) throw new NotFound("Attempt");
  return attempt;
}

export const packageLists = [answersList, callsList];
