import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import type { Release } from "../last-release.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** The last release cannot be had on this machine; the message says why. */
export class Unavailable extends Error {}

/**
 * Unpacks a release from the history of the repository and installs its packages, once: a second call finds it.
 * @returns its folder
 * @throws Unavailable in a clone without its commit, and where its packages cannot be installed
 */
export function unpackRelease({ version, commit }: Release): string {
  const folder = path.join(ROOT, ".releases", commit);
  if (existsSync(path.join(folder, ".complete"))) return folder;
  const found = spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: ROOT });
  if (found.status !== 0)
    throw new Unavailable(`this clone has no commit ${commit} (${version}); fetch the whole history`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const packed = spawnSync("git", ["archive", commit], { cwd: ROOT, maxBuffer: 1024 ** 3 });
  const unpacked = spawnSync("tar", ["-x"], { cwd: folder, input: packed.stdout });
  if (packed.status !== 0 || unpacked.status !== 0)
    throw new Error(
      `The files of ${version} could not be unpacked: ${String(packed.stderr)}${String(unpacked.stderr)}`,
    );
  // The launcher of the release installs its packages.
  const installed = spawnSync(process.execPath, ["scripts/launch.mjs", "--version"], { cwd: folder, encoding: "utf8" });
  if (installed.status !== 0)
    throw new Unavailable(`the packages of ${version} cannot be installed: ${installed.stderr}`);
  mkdirSync(path.join(folder, ".complete"));
  return folder;
}
