import type { FastifyInstance } from "fastify";
import { execute, GraphQLError, type GraphQLFormattedError } from "graphql";
import * as z from "zod";
import type { Actor } from "../access/actor.ts";
import { AppError, Forbidden } from "../errors.ts";
import type { Door } from "../http.ts";
import { Documents, InvalidDocument, type TrustedDocuments } from "./documents.ts";
import { findUnstorable } from "../platform/json.ts";
import { causeOf, formatError, isUnexpected } from "./errors.ts";
import { schema } from "./schema.ts";
import { readMultipart } from "./upload.ts";

const LONGEST_BODY = 6 * 1024 * 1024;

const requestBody = z.object({
  query: z.string().optional(),
  documentId: z.string().max(100).optional(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().max(200).nullish(),
});
type RequestBody = z.infer<typeof requestBody>;

export interface GraphqlOptions {
  /** The documents of the built client, which it names by their hash. */
  trusted: TrustedDocuments;
  /** Whether sessions and anonymous callers may send texts of their own; API keys always may. */
  acceptsTexts: boolean;
}

/** POST /graphql: one operation, one transaction; an operation that returns any error leaves nothing behind. */
export function graphqlRoute(app: FastifyInstance, door: Door, { trusted, acceptsTexts }: GraphqlOptions): void {
  const documents = new Documents(trusted);

  app.post("/graphql", { bodyLimit: LONGEST_BODY, config: { isPublic: true } }, async (request, reply) => {
    try {
      const body = request.isMultipart() ? await readMultipart(request) : parseBody(request.body);
      const result = await door(
        request,
        async (actor) => {
          const text = textOf(body, actor);
          const unstorable = findUnstorable(body.variables);
          if (unstorable) throw new InvalidDocument([new GraphQLError(unstorable)]);
          return execute({
            schema,
            document: actor.isSignedIn ? documents.forSignedIn(text) : documents.forAnonymous(text),
            contextValue: { actor },
            variableValues: body.variables ?? {},
            operationName: body.operationName ?? null,
          });
        },
        (outcome) => !outcome.errors?.length,
      );
      if (!result.errors) return await reply.send(result);
      for (const error of result.errors.filter(isUnexpected))
        request.log.error({ err: causeOf(error), path: error.path }, "operation failed");
      // Without data nothing was executed: the variables did not fit the document.
      return await reply.code(result.data === undefined ? 400 : 200).send({
        data: result.data ?? null,
        errors: result.errors.map((error) => formatError(error, request.id)),
      });
    } catch (error) {
      const refusal = toRefusal(error);
      if (!refusal) throw error;
      return await reply.code(refusal.status).send({ data: null, errors: refusal.errors });
    }
  });

  /** @throws InvalidDocument; DocumentNotFound; Forbidden where only trusted documents are accepted */
  function textOf({ query, documentId }: RequestBody, actor: Actor): string {
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
    super("DOCUMENT_NOT_FOUND", "This page is older than the server. Reload it.");
  }
}

/** @throws InvalidDocument for a body of another form */
function parseBody(body: unknown): RequestBody {
  const parsed = requestBody.safeParse(body);
  if (parsed.success) return parsed.data;
  throw malformed();
}

const malformed = () =>
  new InvalidDocument([new GraphQLError("Send an object with the text of a document as `query`.")]);

/** Formats what was refused before anything was executed; null for a fault of the server. */
function toRefusal(error: unknown): { status: number; errors: GraphQLFormattedError[] } | null {
  if (error instanceof AppError) {
    const { message, code, validation } = error;
    // A call that needs sign-in is answered as a resolver answers it.
    const status = code === "UNAUTHENTICATED" ? 200 : 400;
    return { status, errors: [{ message, extensions: validation ? { code, validation } : { code } }] };
  }
  if (!(error instanceof InvalidDocument)) return null;
  return {
    status: 400,
    errors: error.errors.map(({ message, locations }) => ({ message, locations, extensions: { code: "VALIDATION" } })),
  };
}
