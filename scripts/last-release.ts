/** A release and the commit that it was made from. */
export interface Release {
  version: string;
  /** 40 hexadecimal digits */
  commit: string;
}

/** Finds the last release in the text of CHANGELOG.md. @throws Error if it names no commit */
export function findLastRelease(changelog: string): Release {
  const section = /^## (\d+\.\d+\.\d+) [\s\S]*?(?=^## |(?![\s\S]))/m.exec(changelog);
  const commit = /^Commit: `([0-9a-f]{40})`/m.exec(section?.[0] ?? "")?.[1];
  if (section === null || commit === undefined) throw new Error("CHANGELOG.md names no commit of its last release.");
  return { version: section[1]!, commit };
}

/** Lists the versions of the releases in the text of CHANGELOG.md, newest first. */
export function listReleases(changelog: string): string[] {
  return [...changelog.matchAll(/^## (\d+\.\d+\.\d+) /gm)].map(([, version]) => version!);
}
