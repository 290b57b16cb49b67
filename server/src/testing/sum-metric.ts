/**
 * Adds up a metric over all processes of a server and all its labels.
 * @param text an answer of /metrics
 * @returns null when the text does not have it
 */
export function sumMetric(text: string, name: string): number | null {
  const values = [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, "gm"))].map(([, value]) =>
    Number(value),
  );
  return values.length === 0 ? null : values.reduce((sum, each) => sum + each, 0);
}
