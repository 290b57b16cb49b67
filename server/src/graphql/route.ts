import type { FastifyInstance } from "fastify";
import { execute, type ExecutionResult, GraphQLError, type GraphQLFormattedError } from "graphql";
import * as z from "zod";
import type { Actor } from "../access/actor.ts";
import { AppError } from "../errors.ts";
import type { Door } from "../http.ts";
import { Documents, InvalidDocument } from "./documents.ts";
import { causeOf, formatError, isUnexpected } from "./errors.ts";
import { schema } from "./schema.ts";
import { readMultipart } from "./upload.ts";

const LONGEST_BODY = 6 * 1024 * 1024;

const requestBody = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().max(200).nullish(),
});
type RequestBody = z.infer<typeof requestBody>;

/** POST /graphql: one operation, one transaction; an operation that returns any error leaves nothing behind. */
export function graphqlRoute(app: FastifyInstance, door: Door): void {
  const documents = new Documents();

  app.post("/graphql", { bodyLimit: LONGEST_BODY }, async (request, reply) => {
    try {
      const body = request.isMultipart() ? await readMultipart(request) : parseBody(request.body);
      const result = await door(
        request,
        (actor) => run(documents, actor, body),
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
}

async function run(
  documents: Documents,
  actor: Actor,
  { query, variables, operationName }: RequestBody,
): Promise<ExecutionResult> {
  return execute({
    schema,
    document: actor.isSignedIn ? documents.forSignedIn(query) : documents.forAnonymous(query),
    contextValue: { actor },
    variableValues: variables ?? {},
    operationName: operationName ?? null,
  });
}

/** @throws InvalidDocument for a body of another form */
function parseBody(body: unknown): RequestBody {
  const parsed = requestBody.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new InvalidDocument([new GraphQLError("Send an object with the text of a document as `query`.")]);
}

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
