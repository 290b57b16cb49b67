import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  type DocumentNode,
  execute,
  type ExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  Kind,
} from "graphql";
import * as z from "zod";
import type { Actor } from "../access/actor.ts";
import { AppError, Forbidden, Unauthenticated } from "../errors.ts";
import type { WithActor } from "../http.ts";
import { Documents, InvalidDocument, isQueryOrFragment, type TrustedDocuments } from "./documents.ts";
import { findUnstorable } from "../platform/json.ts";
import { findCause, formatAppError, formatError, isUnexpected } from "./errors.ts";
import { schema } from "./schema.ts";
import { readMultipart } from "./upload.ts";
import type { SpanStart, Tracing } from "../platform/tracing.ts";
import { t } from "../i18n/message.ts";
import { type Language, readLanguage } from "../i18n/translate.ts";

const LONGEST_BODY = 6 * 1024 * 1024;
/** What a screen needs at once; more would keep a connection to the database busy for long. */
const LONGEST_LIST = 10;

const requestBody = z.object({
  query: z.string().optional(),
  documentId: z.string().max(100).optional(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().max(200).nullish(),
});
type RequestBody = z.infer<typeof requestBody>;
const requestList = z.array(requestBody).min(1).max(LONGEST_LIST);

export interface GraphqlOptions {
  /** The documents of the built client, which it sends by hash. */
  trusted: TrustedDocuments;
  /** Whether sessions and anonymous callers may send GraphQL text; API keys always may. */
  acceptsTexts: boolean;
  /** Records each operation as a span; null when traces are off. */
  tracing?: Tracing | null;
}

/**
 * Registers POST /graphql: one operation is one transaction, and an operation with any error is rolled back. A list of
 * queries shares one transaction; if one of them fails, each is executed in its own.
 */
export function graphqlRoute(
  app: FastifyInstance,
  withActor: WithActor,
  { trusted, acceptsTexts, tracing }: GraphqlOptions,
): void {
  const documents = new Documents(trusted);

  app.post("/graphql", { bodyLimit: LONGEST_BODY, config: { isPublic: true } }, async (request, reply) => {
    const language = readLanguage(request.headers["accept-language"]);
    if (Array.isArray(request.body)) return answerList(request, reply, language);
    const { status, answer } = await answerOne(request, language, async () =>
      request.isMultipart() ? await readMultipart(request) : parseBody(request.body),
    );
    return reply.code(status).send(answer);
  });

  /** Executes one operation in its own transaction. */
  async function answerOne(
    request: FastifyRequest,
    language: Language,
    readBody: () => Promise<RequestBody>,
  ): Promise<{ status: number; answer: object }> {
    try {
      const body = await readBody();
      const result = await withActor(
        request,
        (actor) => run(actor, body),
        (outcome) => !outcome.errors?.length,
        { early: nameEarly([body]) },
      );
      if (!result.errors) return { status: 200, answer: result };
      for (const error of result.errors.filter(isUnexpected))
        request.log.error({ err: findCause(error), path: error.path }, "operation failed");
      const errors = result.errors.map((error) => formatError(error, request.id, language));
      // Without data nothing was executed: the variables do not fit the document.
      return { status: result.data === undefined ? 400 : 200, answer: { data: result.data ?? null, errors } };
    } catch (error) {
      const refusal = toRefusal(error, language);
      if (!refusal) throw error;
      return { status: refusal.status, answer: { data: null, errors: refusal.errors } };
    }
  }

  /** Executes a list of queries of a signed-in caller, and answers with the list of their results. */
  async function answerList(request: FastifyRequest, reply: FastifyReply, language: Language): Promise<FastifyReply> {
    try {
      const bodies = parseList(request.body);
      const results = await withActor(
        request,
        (actor) => runTogether(actor, bodies),
        (outcome) => outcome !== null,
        { early: nameEarly(bodies) },
      );
      if (results) return await reply.send(results);
      const answers: object[] = [];
      for (const body of bodies) answers.push((await answerOne(request, language, () => Promise.resolve(body))).answer);
      return await reply.send(answers);
    } catch (error) {
      const refusal = toRefusal(error, language);
      if (!refusal) throw error;
      return await reply.code(refusal.status).send({ data: null, errors: refusal.errors });
    }
  }

  /**
   * Executes queries in parallel: their statements are sent to the database together. @returns null if one failed
   * @throws Unauthenticated; InvalidDocument for an operation that is no query
   */
  async function runTogether(actor: Actor, bodies: RequestBody[]): Promise<ExecutionResult[] | null> {
    if (!actor.isSignedIn) throw new Unauthenticated();
    const running = bodies.map((body) =>
      run(actor, body, { onlyQueries: true }).catch((error: unknown) => {
        if (error instanceof MutationInList) throw error;
        return null;
      }),
    );
    const results = await Promise.all(running);
    return results.every((result) => result !== null && !result.errors) ? (results as ExecutionResult[]) : null;
  }

  async function run(actor: Actor, body: RequestBody, { onlyQueries = false } = {}): Promise<ExecutionResult> {
    const text = findText(body, actor);
    const unstorable = findUnstorable(body.variables);
    if (unstorable) throw new InvalidDocument([new GraphQLError(unstorable)]);
    const document = actor.isSignedIn ? documents.forSignedIn(text) : documents.forAnonymous(text, body.variables);
    const reads = document.definitions.every(isQueryOrFragment);
    if (onlyQueries && !reads) throw new MutationInList();
    if (actor.readsOnly && !reads) throw new Forbidden();
    const work = async () =>
      execute({
        schema,
        document,
        contextValue: { actor },
        variableValues: body.variables ?? {},
        operationName: body.operationName ?? null,
      });
    return tracing ? tracing.run(describeOperation(document, body.documentId !== undefined), work) : work();
  }

  /** Names work of the built client that may start early, by the hashes of its documents; null for other work. */
  function nameEarly(bodies: RequestBody[]): { name: string; reads: boolean } | null {
    const kinds = bodies.map(({ documentId }) => documentId !== undefined && documents.findTrustedKind(documentId));
    if (!kinds.every((kind) => kind === "reads" || kind === "repeatable")) return null;
    const name = bodies.map(({ documentId }) => documentId).join(" ");
    return { name, reads: kinds.every((kind) => kind === "reads") };
  }

  /**
   * Returns the text of the requested document. @throws InvalidDocument; DocumentNotFound; Forbidden where only trusted
   * documents are accepted
   */
  function findText({ query, documentId }: RequestBody, actor: Actor): string {
    if (documentId !== undefined) {
      const text = documents.findTrusted(documentId);
      if (text === undefined) throw new DocumentNotFound();
      return text;
    }
    if (query === undefined) throw malformed();
    if (!acceptsTexts && !actor.isApiKey) throw new Forbidden();
    return query;
  }
}

class DocumentNotFound extends AppError {
  constructor() {
    super("DOCUMENT_NOT_FOUND", t`This page is older than the server. Reload it.`);
  }
}

/** Describes an operation for a span: by its name only where that is one of the built client and not of a caller. */
function describeOperation(document: DocumentNode, isTrusted: boolean): SpanStart {
  const operation = document.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
  const type = operation?.operation ?? "query";
  const name = isTrusted ? operation?.name?.value : undefined;
  return {
    name: name === undefined ? type : `${type} ${name}`,
    kind: "internal",
    attributes: { "graphql.operation.type": type, ...(name !== undefined && { "graphql.operation.name": name }) },
  };
}

/** A list of operations that contains another operation than a query. */
class MutationInList extends InvalidDocument {
  constructor() {
    super([new GraphQLError(t`A list may contain queries only.`)]);
  }
}

/** Parses a list of operations. @throws InvalidDocument for another form */
function parseList(body: unknown): RequestBody[] {
  const parsed = requestList.safeParse(body);
  if (parsed.success) return parsed.data;
  throw malformed();
}

/** Parses the body of a request. @throws InvalidDocument for another form */
function parseBody(body: unknown): RequestBody {
  const parsed = requestBody.safeParse(body);
  if (parsed.success) return parsed.data;
  throw malformed();
}

const malformed = () =>
  new InvalidDocument([new GraphQLError(t`Send an object with the text of a document as \`query\`.`)]);

/** Formats the refusal of an operation that was not executed; null for a server error. */
function toRefusal(error: unknown, language: Language): { status: number; errors: GraphQLFormattedError[] } | null {
  if (error instanceof AppError) {
    // An operation that needs sign-in gets the same answer as from a resolver.
    const status = error.code === "UNAUTHENTICATED" ? 200 : 400;
    return { status, errors: [formatAppError(error, language)] };
  }
  if (!(error instanceof InvalidDocument)) return null;
  return {
    status: 400,
    errors: error.errors.map(({ message, locations }) => ({ message, locations, extensions: { code: "VALIDATION" } })),
  };
}
