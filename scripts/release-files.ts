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

interface Lock {
  packages: Record<string, { version?: string; license?: string; integrity?: string; link?: boolean }>;
}

/**
 * Writes the list of packages in the form of CycloneDX 1.6, without the number and the time that would make each one new.
 * @param lock what npm writes of the packages that it has installed (node_modules/.package-lock.json)
 */
export function toSbom(lock: Lock, { name, version }: { name: string; version: string }): string {
  const components = Object.entries(lock.packages).flatMap(
    ([folder, { version: installed, license, integrity, link }]) => {
      const of = folder.split("node_modules/").at(-1)!;
      if (installed === undefined || link || !folder.startsWith("node_modules/")) return [];
      const [algorithm = "", bytes = ""] = (integrity ?? "").split("-");
      return {
        type: "library",
        name: of,
        version: installed,
        purl: `pkg:npm/${of.replace("@", "%40")}@${installed}`,
        ...(license !== undefined && { licenses: [toLicense(license)] }),
        ...(algorithm === "sha512" && {
          hashes: [{ alg: "SHA-512", content: Buffer.from(bytes, "base64").toString("hex") }],
        }),
      };
    },
  );
  const product = { type: "application", name, version };
  const sbom = { bomFormat: "CycloneDX", specVersion: "1.6", version: 1, metadata: { component: product }, components };
  return `${JSON.stringify(sbom, null, 2)}\n`;
}

/** Several licences are an expression of SPDX. */
const toLicense = (license: string) => (/ |^\(/.test(license) ? { expression: license } : { license: { id: license } });
