import { type DocumentNode, GraphQLError, parse, specifiedRules, validate } from "graphql";
import { LRUCache } from "lru-cache";
import { Unauthenticated } from "../errors.ts";
import { ANONYMOUS, type DocumentLimits, findExcess, isPublic, SIGNED_IN } from "./limits.ts";
import { findRepeatedList } from "./list-limits.ts";
import { schema } from "./schema.ts";

/** A document that is not executed: its text is no GraphQL, does not fit the schema, or asks for too much. */
export class InvalidDocument extends Error {
  readonly errors: readonly GraphQLError[];

  constructor(errors: readonly GraphQLError[]) {
    super(errors[0]!.message);
    this.errors = errors;
  }
}

const REPORTED_ERRORS = 20;
// A parsed document takes some thirty times the memory of its text.
const CACHED_CHARACTERS = 1_000_000;

/** The texts of the built client's documents, by their hash. */
export type TrustedDocuments = ReadonlyMap<string, string>;

/** Turns the text of a GraphQL document into one that may be executed, and remembers those of signed-in callers. */
export class Documents {
  readonly #parsed = new LRUCache<string, DocumentNode>({
    maxSize: CACHED_CHARACTERS,
    sizeCalculation: (_, text) => Math.max(text.length, 1),
  });

  readonly #trusted: TrustedDocuments;

  constructor(trusted: TrustedDocuments) {
    this.#trusted = trusted;
  }

  /** Returns the text of a document of the built client, or undefined. */
  findTrusted(hash: string): string | undefined {
    return this.#trusted.get(hash);
  }

  /**
   * Parses and validates the document of a caller with a valid session or key.
   * @throws InvalidDocument
   */
  forSignedIn(text: string): DocumentNode {
    const known = this.#parsed.get(text);
    if (known) return known;
    const document = validated(parsed(text, SIGNED_IN));
    this.#parsed.set(text, document);
    return document;
  }

  /**
   * Parses and validates the document of a caller who has not signed in: a short one, of public fields alone. Nothing of it is
   * kept, and a refusal tells nothing of the schema.
   * @throws InvalidDocument; Unauthenticated where a field needs sign-in
   */
  forAnonymous(text: string): DocumentNode {
    const document = parsed(text, ANONYMOUS);
    if (!isPublic(document)) throw new Unauthenticated();
    return validated(document);
  }
}

function parsed(text: string, limits: DocumentLimits): DocumentNode {
  if (text.length > limits.length) throw invalid(new GraphQLError("The query is too long."));
  let document: DocumentNode;
  try {
    document = parse(text, { maxTokens: limits.tokens });
  } catch (error) {
    throw invalid(error as GraphQLError);
  }
  const excess = findExcess(document, limits);
  if (excess) throw invalid(excess);
  return document;
}

function validated(document: DocumentNode): DocumentNode {
  const errors = validate(schema, document, specifiedRules, { maxErrors: REPORTED_ERRORS });
  if (errors.length > 0) throw new InvalidDocument(errors);
  const repeated = findRepeatedList(schema, document);
  if (repeated) throw invalid(repeated);
  return document;
}

const invalid = (error: GraphQLError) => new InvalidDocument([error]);
