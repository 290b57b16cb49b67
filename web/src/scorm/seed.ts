/** Removes shared data, which is stored apart from a content object's own. */
export function withoutShared(seed: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(seed).filter(([key]) => !key.startsWith("adl.")));
}
