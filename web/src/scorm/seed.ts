/** Shared data has its own place, beside what a content object keeps for itself. */
export function withoutShared(seed: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(seed).filter(([key]) => !key.startsWith("adl.")));
}
