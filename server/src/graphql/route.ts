import type { FastifyInstance, FastifyReply } from "fastify";
import type { ExecutionResult, GraphQLError, GraphQLFormattedError } from "graphql";
import mercurius, { type MercuriusOptions } from "mercurius";
import { AppError } from "../errors.ts";
import { bearerOf, type Door } from "../http.ts";
import { causeOf, formatError, isUnexpected } from "./errors.ts";
import { limitFields } from "./limits.ts";
import { schema } from "./schema.ts";
import { readMultipart } from "./upload.ts";

const DEEPEST = 10;
const MOST_TOKENS = 2_500;
const LONGEST_QUERY = 40_000;
const LONGEST_BODY = 6 * 1024 * 1024;

/** What Mercurius hands on to graphql-jit, which its own types leave out. */
interface CompilerOptions {
  disableLeafSerialization: boolean;
}

interface GraphQLBody {
  query: string;
  variables?: Record<string, unknown> | null;
  operationName?: string | null;
}

/** POST /graphql: one operation, one transaction; an operation that returns any error leaves nothing behind. */
export async function graphqlRoute(
  app: FastifyInstance,
  door: Door,
  options: { introspection: boolean },
): Promise<void> {
  const settings: MercuriusOptions & { compilerOptions: CompilerOptions } = {
    schema,
    routes: false,
    jit: 2,
    // Leaves are what our own resolvers' types say, and have been looked at when a query was new: in a long list, to look at each
    // again costs more than to write it.
    compilerOptions: { disableLeafSerialization: true },
    queryDepth: DEEPEST,
    validationRules: [limitFields],
    // Errors stay as they were thrown: `formatError` below has the one say over them.
    errorFormatter: (execution) => ({ statusCode: 200, response: execution }),
    graphql: { parseOptions: { maxTokens: MOST_TOKENS, noLocation: false } },
  };
  await app.register(mercurius, settings);

  app.post<{ Body: GraphQLBody }>(
    "/graphql",
    {
      schema: { body: BODY },
      bodyLimit: LONGEST_BODY,
      preValidation: async (request) => {
        if (request.isMultipart()) request.body = await readMultipart(request);
      },
    },
    async (request, reply) => {
      const { query, variables, operationName } = request.body;
      if (query.length > LONGEST_QUERY) return refuse(reply, "The query is too long.");
      if (!options.introspection && !bearerOf(request) && /\b__schema\b|\b__type\b/.test(query))
        return refuse(reply, "Sign in to read the schema.");
      // The compiled query is remembered by its text alone: the name of the operation has to be part of it.
      const source = operationName ? `${query}\n#${operationName.replace(/\W/g, "")}` : query;
      try {
        const result = await door(
          request,
          (actor) =>
            app.graphql(source, { actor }, variables ?? {}, operationName ?? undefined) as Promise<ExecutionResult>,
          (outcome) => !outcome.errors?.length,
        );
        if (!result.errors) return await reply.send(result);
        for (const error of result.errors.filter(isUnexpected))
          request.log.error({ err: causeOf(error), path: error.path }, "operation failed");
        return await reply.send({
          data: result.data ?? null,
          errors: result.errors.map((error) => formatError(error, request.id)),
        });
      } catch (error) {
        const invalid = (error as { errors?: GraphQLError[] }).errors;
        if (!(error instanceof AppError) && !invalid) throw error;
        const errors: GraphQLFormattedError[] = invalid
          ? invalid.map((each) => ({
              message: each.message,
              locations: each.locations,
              extensions: { code: "VALIDATION" },
            }))
          : [{ message: (error as AppError).message, extensions: { code: (error as AppError).code } }];
        return await reply.code(400).send({ data: null, errors });
      }
    },
  );
}

function refuse(reply: FastifyReply, message: string): FastifyReply {
  return reply.code(400).send({ data: null, errors: [{ message, extensions: { code: "VALIDATION" } }] });
}

const BODY = {
  type: "object",
  required: ["query"],
  properties: {
    query: { type: "string" },
    variables: { type: ["object", "null"] },
    operationName: { type: ["string", "null"], maxLength: 200 },
  },
};
