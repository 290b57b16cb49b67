import {
  type FragmentDefinitionNode,
  GraphQLError,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidationRule,
} from "graphql";

const MOST_ROOT_FIELDS = 15;
const MOST_FIELDS = 600;

/** Keeps one request from asking for the work of many: counts fields as they would be executed, fragments and aliases included. */
export const limitFields: ValidationRule = (context) => ({
  OperationDefinition(operation: OperationDefinitionNode) {
    const fragments = new Map(
      context
        .getDocument()
        .definitions.flatMap((definition) =>
          definition.kind === "FragmentDefinition" ? [[definition.name.value, definition] as const] : [],
        ),
    );
    const roots = countFields(operation.selectionSet, fragments, 1, new Set());
    if (roots > MOST_ROOT_FIELDS)
      context.reportError(new GraphQLError(`Ask for at most ${MOST_ROOT_FIELDS} things in one operation.`));
    else if (countFields(operation.selectionSet, fragments, Infinity, new Set()) > MOST_FIELDS) {
      context.reportError(new GraphQLError(`Ask for at most ${MOST_FIELDS} fields in one operation.`));
    }
  },
});

/** A fragment that contains itself is another rule's to report; here it counts once. */
function countFields(
  set: SelectionSetNode | undefined,
  fragments: Map<string, FragmentDefinitionNode>,
  depth: number,
  inside: ReadonlySet<string>,
): number {
  if (!set || depth === 0) return 0;
  let count = 0;
  for (const selection of set.selections) {
    if (selection.kind === "Field") count += 1 + countFields(selection.selectionSet, fragments, depth - 1, inside);
    else if (selection.kind === "InlineFragment")
      count += countFields(selection.selectionSet, fragments, depth, inside);
    else if (!inside.has(selection.name.value)) {
      const name = selection.name.value;
      count += countFields(fragments.get(name)?.selectionSet, fragments, depth, new Set([...inside, name]));
    }
    if (count > MOST_FIELDS) return count;
  }
  return count;
}
