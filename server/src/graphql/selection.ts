import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from "graphql";

/** By the node of the document, which is parsed once for many requests, and by the names. */
const known = new WeakMap<FieldNode, Map<ReadonlySet<string>, boolean>>();

/**
 * Tells whether a request asks for one of these fields anywhere below the field that is being resolved, so that what they
 * need is read in one round trip with the rest.
 */
export function selectsAny(info: GraphQLResolveInfo, names: ReadonlySet<string>): boolean {
  return info.fieldNodes.some((node) => {
    const byNames = known.get(node) ?? new Map<ReadonlySet<string>, boolean>();
    known.set(node, byNames);
    const before = byNames.get(names);
    if (before !== undefined) return before;
    const found = contains(node.selectionSet, info.fragments, names);
    byNames.set(names, found);
    return found;
  });
}

function contains(
  set: SelectionSetNode | undefined,
  fragments: GraphQLResolveInfo["fragments"],
  names: ReadonlySet<string>,
): boolean {
  return (set?.selections ?? []).some((each) => {
    if (each.kind === Kind.FIELD) return names.has(each.name.value) || contains(each.selectionSet, fragments, names);
    const inner = each.kind === Kind.FRAGMENT_SPREAD ? fragments[each.name.value]?.selectionSet : each.selectionSet;
    return contains(inner, fragments, names);
  });
}
