import { containing, tellingPart } from "../../db/like.ts";

/** What a statement that looks for people (found-people.sql) has to be told of a search; nothing where there is none. */
export function peopleSearch(search: string | null | undefined): { params: Record<string, unknown>; said: string[] } {
  const pattern = containing(search);
  if (pattern === null) return { params: {}, said: [] };
  const letters = search!.trim().toLowerCase();
  const part = tellingPart(letters);
  return {
    params: { search: pattern, letters: containing(letters), part: containing(part) },
    said: part === null ? ["searched"] : ["searched", "indexed"],
  };
}
