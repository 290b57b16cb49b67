import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from "graphql";

/** The limits of one document. A larger one is refused before it is validated. */
export interface DocumentLimits {
  /** Characters of the text. */
  length: number;
  /** Lexical tokens, counted while the text is parsed. */
  tokens: number;
  /** Fields at the root of an operation. */
  rootFields: number;
  /** Fields as executed, fragments and aliases included; also fields as written. */
  fields: number;
  /** Levels of fields within fields. */
  depth: number;
}

/** For callers with a valid session or API key. */
export const SIGNED_IN: DocumentLimits = {
  length: 40_000,
  tokens: 2_500,
  rootFields: 15,
  fields: 700,
  depth: 10,
};

/** For anonymous callers, who may only call the public fields (P81). */
export const ANONYMOUS: DocumentLimits = { length: 4_096, tokens: 300, rootFields: 3, fields: 60, depth: 5 };

/** Root fields without sign-in. All others are refused before the document is validated. */
export const PUBLIC_FIELDS: ReadonlySet<string> = new Set([
  "__typename",
  "branch",
  "confirmEmailChange",
  "instanceByUrl",
  "loginUser",
  "providerOfDomain",
  "confirmRegistration",
  "register",
  "registrationOffer",
  "resetPassword",
  "sendContactMessage",
  "sendPasswordReset",
  "sendSiteList",
  "signInWithPasskey",
  "startPasskeySignIn",
  "stopEmailChange",
  "termsOfUse",
]);

/** Bytes of text and variables together that anonymous callers may send to sign in or reset a password (P81). */
export const SIGN_IN_BYTES = 8 * 1024;
const SIGN_IN_FIELDS: ReadonlySet<string> = new Set([
  "confirmEmailChange",
  "confirmRegistration",
  "loginUser",
  "providerOfDomain",
  "register",
  "registrationOffer",
  "resetPassword",
  "sendPasswordReset",
  "sendSiteList",
  "signInWithPasskey",
  "startPasskeySignIn",
  "stopEmailChange",
]);

/** Tells whether a document has a root field that signs a user in or resets a password. */
export function isSignIn(document: DocumentNode): boolean {
  const fragments = listFragments(document);
  return listOperations(document).some(({ selectionSet }) =>
    listRootFields(selectionSet, fragments).some((name) => SIGN_IN_FIELDS.has(name)),
  );
}

/** Measures a document against the limits. Returns what is wrong with it, or null. */
export function findExcess(document: DocumentNode, limits: DocumentLimits): GraphQLError | null {
  // As written, unused fragments included, because validation compares fields with the same name pair by pair.
  if (countWritten(document) > limits.fields) return tooManyFields(limits);
  const fragments = listFragments(document);
  for (const { selectionSet } of listOperations(document)) {
    if (listRootFields(selectionSet, fragments).length > limits.rootFields)
      return new GraphQLError(`Ask for at most ${limits.rootFields} things in one operation.`);
    const { fields, depth } = measure(selectionSet, fragments, limits, new Set());
    if (fields > limits.fields) return tooManyFields(limits);
    if (depth > limits.depth) return new GraphQLError(`Ask for at most ${limits.depth} levels of fields.`);
  }
  return null;
}

/** Tells whether all root fields of all operations are public. */
export function isPublic(document: DocumentNode): boolean {
  const fragments = listFragments(document);
  return listOperations(document).every(({ selectionSet }) =>
    listRootFields(selectionSet, fragments).every((name) => PUBLIC_FIELDS.has(name)),
  );
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

const tooManyFields = ({ fields }: DocumentLimits) =>
  new GraphQLError(`Ask for at most ${fields} fields in one operation.`);

function countWritten(document: DocumentNode): number {
  let count = 0;
  visit(document, { Field: () => void count++ });
  return count;
}

function listOperations(document: DocumentNode): OperationDefinitionNode[] {
  return document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
}

function listFragments(document: DocumentNode): Fragments {
  return new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  );
}

/** Lists the names of the root fields, including those of fragments; a fragment counts once, which bounds the work. */
function listRootFields(set: SelectionSetNode, fragments: Fragments, seen = new Set<string>()): string[] {
  return set.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.name.value];
    if (selection.kind === Kind.INLINE_FRAGMENT) return listRootFields(selection.selectionSet, fragments, seen);
    const name = selection.name.value;
    const fragment = fragments.get(name);
    if (!fragment || seen.has(name)) return [];
    seen.add(name);
    return listRootFields(fragment.selectionSet, fragments, seen);
  });
}

/** Counts fields as executed. Stops at the limit, so that nested fragments cannot multiply the work. */
function measure(
  set: SelectionSetNode | undefined,
  fragments: Fragments,
  limits: DocumentLimits,
  inside: ReadonlySet<string>,
): { fields: number; depth: number } {
  const total = { fields: 0, depth: 0 };
  if (!set) return total;
  for (const selection of set.selections) {
    const isField = selection.kind === Kind.FIELD;
    let inner = { fields: 0, depth: 0 };
    if (selection.kind !== Kind.FRAGMENT_SPREAD) inner = measure(selection.selectionSet, fragments, limits, inside);
    else if (!inside.has(selection.name.value)) {
      // A fragment that contains itself is reported by validation; here it counts once.
      const name = selection.name.value;
      inner = measure(fragments.get(name)?.selectionSet, fragments, limits, new Set([...inside, name]));
    }
    total.fields += inner.fields + (isField ? 1 : 0);
    total.depth = Math.max(total.depth, inner.depth + (isField ? 1 : 0));
    if (total.fields > limits.fields || total.depth > limits.depth) return total;
  }
  return total;
}
