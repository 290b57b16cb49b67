import { toLikePattern, toIndexedPart } from "../../db/like.ts";
import type { PeopleSearch } from "./fragments.ts";

/** Returns the values with which `filterFoundPeople` searches for people; none without a search text. */
export function toPeopleSearch(search: string | null | undefined): PeopleSearch {
  const pattern = toLikePattern(search);
  if (pattern === null) return {};
  const text = search!.trim().toLowerCase();
  return { search: pattern, text: toLikePattern(text), part: toLikePattern(toIndexedPart(text)) };
}
