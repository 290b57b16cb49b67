import { execFile, spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** Converts office documents to PDF. */
export interface Office {
  /**
   * Writes the document with `write` into a temporary folder, converts it there, and passes the path of the PDF to
   * `read`. The folder is always removed.
   * @param ending of the document's name, by which LibreOffice recognises its format
   * @throws ConversionFailed
   */
  toPdf<T>(ending: string, write: (file: string) => Promise<void>, read: (pdf: string) => Promise<T>): Promise<T>;
}

/** The program could not convert the document, or not in time. */
export class ConversionFailed extends Error {}

const TIMEOUT_MS = 120_000;

/**
 * Opens LibreOffice if it is installed: the program of SOFFICE, else `soffice` of the PATH. Null without one and with
 * SOFFICE=off.
 */
export function openOffice(setting: string | undefined, timeoutMs = TIMEOUT_MS): Office | null {
  if (setting === "off") return null;
  const program = setting ?? inPath("soffice");
  return program ? new LibreOffice(program, timeoutMs) : null;
}

class LibreOffice implements Office {
  readonly #program: string;
  readonly #timeoutMs: number;
  // One at a time, because it takes several hundred megabytes.
  #last: Promise<unknown> = Promise.resolve();

  constructor(program: string, timeoutMs: number) {
    this.#program = program;
    this.#timeoutMs = timeoutMs;
  }

  toPdf<T>(ending: string, write: (file: string) => Promise<void>, read: (pdf: string) => Promise<T>): Promise<T> {
    const mine = this.#last.then(() => this.#convert(ending, write, read));
    this.#last = mine.catch(() => {});
    return mine;
  }

  async #convert<T>(
    ending: string,
    write: (file: string) => Promise<void>,
    read: (pdf: string) => Promise<T>,
  ): Promise<T> {
    const folder = await mkdtemp(path.join(tmpdir(), "cairn-office-"));
    try {
      const document = path.join(folder, `document.${ending}`);
      const out = path.join(folder, "out");
      await write(document);
      // A temporary profile, so that no settings, macros or locks of another run apply.
      const profile = path.join(folder, "profile");
      await mkdir(path.join(profile, "user"), { recursive: true });
      await writeFile(path.join(profile, "user/registrymodifications.xcu"), SETTINGS);
      await this.#run(folder, [
        "--headless",
        "--norestore",
        "--nolockcheck",
        "--nodefault",
        `-env:UserInstallation=${pathToFileURL(profile).href}`,
        // Without it, LibreOffice assumes the encoding of this machine's language.
        ...(ending === "txt" ? ["--infilter=Text (encoded):UTF8"] : []),
        "--convert-to",
        "pdf",
        "--outdir",
        out,
        document,
      ]);
      const made: string[] = await readdir(out).catch(() => []);
      if (!made.includes("document.pdf")) throw new ConversionFailed("The program made no PDF.");
      return await read(path.join(out, "document.pdf"));
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  }

  /**
   * Runs the program without this server's environment, which holds passwords, and ends it with all its children at the
   * time limit.
   */
  async #run(folder: string, args: string[]): Promise<void> {
    const [program = this.#program, ...before] = await withoutNetwork();
    const all = program === this.#program ? args : [...before, this.#program, ...args];
    await new Promise<void>((resolve, reject) => {
      const env = { PATH: process.env["PATH"] ?? "", HOME: folder, TMPDIR: folder, LANG: "C.UTF-8" };
      const child = spawn(program, all, { cwd: folder, env, detached: true, stdio: "ignore" });
      const timer = setTimeout(() => {
        if (child.pid) process.kill(-child.pid, "SIGKILL");
        reject(new ConversionFailed("The conversion took too long."));
      }, this.#timeoutMs);
      child.on("error", (error) => {
        clearTimeout(timer);
        reject(new ConversionFailed("The program could not be started.", { cause: error }));
      });
      child.on("exit", (code) => {
        clearTimeout(timer);
        if (code === 0) resolve();
        else reject(new ConversionFailed(`The program ended with ${code}.`));
      });
    });
  }
}

/**
 * Closes other attack paths of a document: macros, and links that are followed while it is read and could bring images
 * of this server's disk and networks into the PDF.
 */
const SETTINGS = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${["BlockUntrustedRefererLinks:true", "DisableMacrosExecution:true", "MacroSecurityLevel:3"]
  .map((setting) => setting.split(":"))
  .map(
    ([name, value]) =>
      `<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  .join("\n")}
</oor:items>
`;

const UNSHARE = ["unshare", "--net", "--map-root-user"];
let isolation: Promise<string[]> | undefined;

/**
 * Returns the command that starts a program without any network, if this system has one: Linux, unless it forbids
 * namespaces.
 */
function withoutNetwork(): Promise<string[]> {
  return (isolation ??= new Promise((resolve) => {
    const [program, ...args] = UNSHARE;
    execFile(program!, [...args, "true"], (error) => resolve(error ? [] : UNSHARE));
  }));
}

function inPath(name: string): string | null {
  for (const folder of (process.env["PATH"] ?? "").split(path.delimiter).filter(Boolean)) {
    const file = path.join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      continue;
    }
  }
  return null;
}
