/** A day as the tables write it, '31/10/2026'; 'N/A' when there is none. */
export function tableDate(iso: string | null | undefined): string {
  return iso ? new Date(iso).toLocaleDateString("en-GB") : "N/A";
}

/** A day in words, in the language of the browser: '14 September 2026'. */
export function longDate(iso: string): string {
  return new Date(iso).toLocaleDateString(undefined, { dateStyle: "long" });
}
