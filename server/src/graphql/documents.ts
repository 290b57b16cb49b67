import {
  type DefinitionNode,
  type DocumentNode,
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
} from "graphql";
import { LRUCache } from "lru-cache";
import { Unauthenticated } from "../errors.ts";
import { ANONYMOUS, type DocumentLimits, findExcess, isPublic, isSignIn, SIGN_IN_BYTES, SIGNED_IN } from "./limits.ts";
import { findRepeatedList } from "./list-limits.ts";
import { schema } from "./schema.ts";

/** A document that is not executed: its text is not GraphQL, does not fit the schema, or requests too much. */
export class InvalidDocument extends Error {
  readonly errors: readonly GraphQLError[];

  constructor(errors: readonly GraphQLError[]) {
    super(errors[0]!.message);
    this.errors = errors;
  }
}

const REPORTED_ERRORS = 20;
// A parsed document takes about thirty times the memory of its text.
const CACHED_CHARACTERS = { signedIn: 1_000_000, anonymous: 50_000 };

/** The texts of the built client's documents, by their hash. */
export type TrustedDocuments = ReadonlyMap<string, string>;

/** Parses and validates GraphQL documents and caches valid ones. */
export class Documents {
  readonly #signedIn = createCache(CACHED_CHARACTERS.signedIn);
  /** A separate cache, so that documents of anonymous callers never displace those of signed-in callers. */
  readonly #anonymous = createCache(CACHED_CHARACTERS.anonymous);

  readonly #trusted: TrustedDocuments;
  /** Their texts, which are parsed without positions: nobody reads those, and they are two thirds of a parsed document. */
  readonly #trustedTexts: ReadonlySet<string>;

  constructor(trusted: TrustedDocuments) {
    this.#trusted = trusted;
    this.#trustedTexts = new Set(trusted.values());
  }

  /** Returns the text of a document of the built client, or undefined. */
  findTrusted(hash: string): string | undefined {
    return this.#trusted.get(hash);
  }

  /** Tells whether a document of the built client only reads, or may be done twice; undefined for any other. */
  findTrustedKind(hash: string): "reads" | "repeatable" | undefined {
    const text = this.#trusted.get(hash);
    if (text === undefined) return undefined;
    const { definitions } = this.forSignedIn(text);
    if (definitions.every(isQueryOrFragment)) return "reads";
    return definitions.every((each) => isQueryOrFragment(each) || isRepeatable(each)) ? "repeatable" : undefined;
  }

  /**
   * Parses and validates the document of a caller with a valid session or key.
   * @throws InvalidDocument
   */
  forSignedIn(text: string): DocumentNode {
    return remember(this.#signedIn, text, () => validated(parsed(text, SIGNED_IN, this.#trustedTexts.has(text))));
  }

  /**
   * Parses and validates the document of an anonymous caller: a short one with public fields only. A refusal reveals
   * nothing of the schema. Of the built client's documents, also long ones need sign-in: it has to learn that a session
   * has ended.
   * @param variables counted together with the text where a user signs in
   * @throws InvalidDocument; Unauthenticated where a field needs sign-in
   */
  forAnonymous(text: string, variables: unknown): DocumentNode {
    if (this.#trustedTexts.has(text) && !isPublic(this.forSignedIn(text))) throw new Unauthenticated();
    const document = remember(this.#anonymous, text, () => {
      const read = parsed(text, ANONYMOUS, this.#trustedTexts.has(text));
      if (!isPublic(read)) throw new Unauthenticated();
      limitSignIn(read, text, variables);
      return validated(read);
    });
    limitSignIn(document, text, variables);
    return document;
  }
}

/** Limits the text and variables of a sign-in. @throws InvalidDocument */
function limitSignIn(document: DocumentNode, text: string, variables: unknown): void {
  if (isSignIn(document) && Buffer.byteLength(text + JSON.stringify(variables ?? {})) > SIGN_IN_BYTES)
    throw invalid(new GraphQLError(`Send at most ${SIGN_IN_BYTES / 1024} kB to sign in.`));
}

/** Tells whether a definition is one of a document that only reads. */
export function isQueryOrFragment(definition: DefinitionNode): boolean {
  return (
    definition.kind === Kind.FRAGMENT_DEFINITION ||
    (definition.kind === Kind.OPERATION_DEFINITION && definition.operation === OperationTypeNode.QUERY)
  );
}

/** Mutations that change nothing outside of their transaction, and are sent for each unit that a learner completes. */
const REPEATABLE: ReadonlySet<string> = new Set(["recordWork"]);

function isRepeatable(definition: DefinitionNode): boolean {
  return (
    definition.kind === Kind.OPERATION_DEFINITION &&
    definition.selectionSet.selections.every((each) => each.kind === Kind.FIELD && REPEATABLE.has(each.name.value))
  );
}

function createCache(characters: number): LRUCache<string, DocumentNode> {
  return new LRUCache({ maxSize: characters, sizeCalculation: (_, text) => Math.max(text.length, 1) });
}

function remember(cache: LRUCache<string, DocumentNode>, text: string, make: () => DocumentNode): DocumentNode {
  const known = cache.get(text);
  if (known) return known;
  const document = make();
  cache.set(text, document);
  return document;
}

function parsed(text: string, limits: DocumentLimits, noLocation: boolean): DocumentNode {
  if (text.length > limits.length) throw invalid(new GraphQLError("The query is too long."));
  let document: DocumentNode;
  try {
    document = parse(text, { maxTokens: limits.tokens, noLocation });
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
