/** What a release has of the repository besides the built client. */
const PARTS = [
  /^server\/(src|migrations)\//,
  /^server\/package\.json$/,
  // npm reads the packages of a workspace only if its folder is there.
  /^web\/package\.json$/,
  /^scripts\/launch\.mjs$/,
  /^(docs|deploy)\//,
  /^(package\.json|package-lock\.json|LICENSE|README\.md|CHANGELOG\.md|SECURITY\.md)$/,
];

/** Tests and what they need, and what makes data for measurements. */
const LEFT_OUT = /\.test\.ts$|\.testdata\.ts$|^server\/src\/testing\//;

/** Lists the files of a release among those of the repository. */
export function listReleaseFiles(files: readonly string[]): string[] {
  return files.filter((file) => PARTS.some((part) => part.test(file)) && !LEFT_OUT.test(file)).toSorted();
}

/** Returns a list of packages without what is new each time it is written: its number and its time. */
export function toStableSbom(text: string): string {
  const sbom = JSON.parse(text) as { serialNumber?: string; metadata?: { timestamp?: string } };
  delete sbom.serialNumber;
  delete sbom.metadata?.timestamp;
  return `${JSON.stringify(sbom, null, 2)}\n`;
}
