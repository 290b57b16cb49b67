import { Resolver } from "node:dns/promises";

/** The name has no records of the type, or does not exist. */
const ABSENT: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA", "NXDOMAIN"]);

/**
 * Returns the texts of the TXT records of a name; none when it has none.
 * @param servers to ask, as addresses with ports; those of this machine without any
 * @throws Error when no server answers
 */
export async function findTxtRecords(servers: readonly string[] | undefined, name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  try {
    const records = await resolver.resolveTxt(name);
    return records.map((parts) => parts.join(""));
  } catch (error) {
    if (ABSENT.has((error as { code?: string }).code ?? "")) return [];
    throw error;
  }
}
