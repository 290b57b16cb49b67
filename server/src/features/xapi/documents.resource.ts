import type { Actor } from "../../access/actor.ts";
import type { XapiAnswer } from "./answers.ts";
import * as documents from "./documents.service.ts";
import { XapiRefusal } from "./refusal.ts";
import {
  agentParameter,
  toAgentKey,
  toIriKey,
  readParameters,
  getVersion,
  timeParameter,
  uuidParameter,
  type XapiRequest,
} from "./requests.ts";

/** What each kind of document belongs to, and the name of its id. */
const RESOURCES = {
  state: { id: "stateId", required: ["activityId", "agent"], optional: ["registration"] },
  agent_profile: { id: "profileId", required: ["agent"], optional: [] },
  activity_profile: { id: "profileId", required: ["activityId"], optional: [] },
} as const;

/** Answers `activities/state`, `agents/profile` and `activities/profile` (xAPI 2.0, 4.1.6.2, 4.1.6.5, 4.1.6.6). */
export async function documentsResource(actor: Actor, request: XapiRequest, kind: documents.Kind): Promise<XapiAnswer> {
  const { id: idName, required, optional } = RESOURCES[kind];
  const isReading = request.method === "GET";
  const isAll = request.query[idName] === undefined && (isReading || (kind === "state" && request.method === "DELETE"));
  const named: Partial<Record<string, string>> = readParameters<string, string>(
    request,
    isAll ? required : [...required, idName],
    [...optional, ...(isAll && isReading ? ["since"] : [])],
  );
  const owner: documents.Owner = {
    kind,
    ...(named["activityId"] !== undefined && { activity: toIriKey("activityId", named["activityId"]) }),
    ...(named["agent"] !== undefined && { agent: toAgentKey(agentParameter(named["agent"])) }),
    ...(named["registration"] !== undefined && { registration: uuidParameter("registration", named["registration"]) }),
  };
  const id = named[idName] ?? null;
  if (isReading) return id === null ? list(actor, owner, named["since"]) : read(actor, owner, id);

  const precondition = { ifMatch: request.headers["if-match"], ifNoneMatch: request.headers["if-none-match"] };
  const versions = { base: request.version, spoken: getVersion(request) };
  if (request.method === "DELETE") {
    await documents.deleteDocuments(actor, owner, id, precondition, versions);
    return { status: 204 };
  }
  const document = {
    id: id!,
    contentType: request.headers["content-type"] ?? "application/octet-stream",
    content: request.body,
  };
  if (document.content.length > LARGEST) throw new XapiRefusal(413, "A document has at most 10 MB.");
  const save = request.method === "PUT" ? documents.putDocument : documents.postDocument;
  await save(actor, owner, document, precondition, versions);
  return { status: 204 };
}

const LARGEST = 10 * 1024 * 1024;

async function read(actor: Actor, owner: documents.Owner, id: string): Promise<XapiAnswer> {
  const { content, content_type, etag, updated_at } = await documents.readDocument(actor, owner, id);
  return {
    status: 200,
    headers: { "Content-Type": content_type, ETag: etag, "Last-Modified": updated_at.toUTCString() },
    body: content,
  };
}

async function list(actor: Actor, owner: documents.Owner, since: string | undefined): Promise<XapiAnswer> {
  const { ids, updated_at } = await documents.listDocuments(
    actor,
    owner,
    since === undefined ? null : timeParameter("since", since),
  );
  return { status: 200, headers: updated_at ? { "Last-Modified": updated_at.toUTCString() } : {}, json: ids };
}
