import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ConversionFailed, openOffice } from "../../platform/office.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { convertDocument } from "./document-views.service.ts";
import { sweepFiles } from "./sweep.service.ts";

// Replaces LibreOffice: it is called in the same way, and writes the document after the header of a PDF.
const CONVERTS = `#!/bin/sh
while [ $# -gt 1 ]; do
  case "$1" in
    --outdir) out="$2";;
    -env:UserInstallation=file://*) mkdir -p "\${1#-env:UserInstallation=file://}";;
  esac
  shift
done
mkdir -p "$out"
printf '%%PDF-1.4\\n' > "$out/document.pdf"
cat "$1" >> "$out/document.pdf"
`;
const DOCX = Buffer.concat([
  Buffer.from("PK\x03\x04", "latin1"),
  Buffer.alloc(26),
  Buffer.from("[Content_Types].xml word/"),
]);

let folder: string;
const { TMPDIR } = process.env;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "office-test-"));
  // Other tests convert office documents at the same time.
  process.env["TMPDIR"] = folder;
});
afterAll(async () => {
  if (TMPDIR === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = TMPDIR;
  await rm(folder, { recursive: true, force: true });
});

async function program(name: string, script: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, script);
  await chmod(file, 0o755);
  return file;
}
const leftBehind = () => readdirSync(tmpdir()).filter((name) => name.startsWith("cairn-office-"));

describe("LibreOffice", () => {
  const convert = (setting: string, timeoutMs?: number) =>
    openOffice(setting, timeoutMs)!.toPdf(
      "docx",
      (file) => writeFile(file, "words"),
      async (pdf) => readFileSync(pdf, "utf8"),
    );

  test("receives a document and its own profile and leaves nothing behind", async () => {
    expect(await convert(await program("converts", CONVERTS))).toBe("%PDF-1.4\nwords");
    expect(leftBehind()).toEqual([]);
  });

  test("reports a failed conversion, a missing result and a missing program", async () => {
    await expect(convert(await program("fails", "#!/bin/sh\nexit 3\n"))).rejects.toThrow("The program ended with 3.");
    await expect(convert(await program("idles", "#!/bin/sh\nexit 0\n"))).rejects.toThrow("The program made no PDF.");
    await expect(convert(path.join(folder, "missing"))).rejects.toBeInstanceOf(ConversionFailed);
    expect(leftBehind()).toEqual([]);
  });

  test("is stopped with its children when it hangs", async () => {
    const pid = path.join(folder, "pid");
    const script = `#!/bin/sh\nsleep 60 &\necho $! > ${pid}\nwait\n`;
    await expect(convert(await program("hangs", script), 3000)).rejects.toThrow("The conversion took too long.");
    const child = Number(readFileSync(pid, "utf8"));
    await expect.poll(() => isRunning(child)).toBe(false);
  });

  test("sees none of this server's secrets", async () => {
    process.env["CAIRN_TEST_SECRET"] = "hush";
    const script = CONVERTS.replace('cat "$1" >>', "env >>");
    expect(await convert(await program("looks", script))).not.toContain("hush");
    delete process.env["CAIRN_TEST_SECRET"];
  });

  test("follows no links and runs no macros, in its own profile", async () => {
    const script = CONVERTS.replace('cat "$1" >>', 'cat "$(dirname "$1")/profile/user/registrymodifications.xcu" >>');
    const settings = await convert(await program("tells", script));
    for (const setting of ["BlockUntrustedRefererLinks", "DisableMacrosExecution"])
      expect(settings).toMatch(new RegExp(`"${setting}" oor:op="fuse"><value>true<`));
  });

  test("can be disabled", () => {
    expect(openOffice("off")).toBe(null);
  });
});

describe("office document in a course", () => {
  let server: TestServer;
  let author: Client;
  beforeAll(async () => {
    server = await startServer();
    author = await server.as("instructor@demo.test");
  });
  afterAll(() => server.close());
  afterEach(() => void (server.platform.office = null));

  async function upload(name: string, bytes: Buffer): Promise<string> {
    const boundary = "----cairn";
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="presentation"; filename="${name}"\r\n\r\n`;
    const headers = {
      host: "demo.localhost",
      authorization: `Bearer ${author.token}`,
      "content-type": `multipart/form-data; boundary=${boundary}`,
    };
    const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    return (await server.app.inject({ method: "POST", url: "/api/upload-presentation", headers, payload })).json().url;
  }
  async function openDocument(url: string) {
    const { createCourse } = await author.data(
      `mutation ($document: [DocumentUnitInput!]) { createCourse(title: "Plans", description: "d", document: $document) { id } }`,
      { document: [{ unit_order: 1, title: "Plan", doc_path: url }] },
    );
    return async () =>
      (
        await author.data(
          `query ($id: Int!) { course(id: $id) { documents { file_type file_path pdf_path } } }`,
          createCourse,
        )
      ).course.documents[0];
  }
  const jobs = () => server.outside.jobs.filter(({ name }) => name === "document.convert");
  const run = (attempt = 1) =>
    convertDocument(server.platform, jobs().at(-1)!.payload as Parameters<typeof convertDocument>[1], attempt);

  test("is shown as PDF after the job, and the PDF is kept as long as the document", async () => {
    server.platform.office = openOffice(await program("converts", CONVERTS));
    const read = await openDocument(await upload("the plan.docx", DOCX));
    expect((await read()).pdf_path).toBe(null);
    await run();
    const { pdf_path, file_path } = await read();
    const get = async (url: string) => server.app.inject({ url, headers: { host: "demo.localhost" } });
    const pdf = await get(pdf_path);
    expect(pdf.headers["content-type"]).toBe("application/pdf");
    expect(pdf.headers["content-disposition"]).toBe("inline; filename*=UTF-8''the%20plan.pdf");
    expect(pdf.rawPayload.equals(Buffer.concat([Buffer.from("%PDF-1.4\n"), DOCX]))).toBe(true);
    expect((await get(file_path)).rawPayload.equals(DOCX)).toBe(true);

    const instanceId = await server.inside("demo", async (db, id) => {
      await db
        .updateTable("files")
        .set({ created_at: new Date(0) })
        .where("instance_id", "=", id)
        .execute();
      return id;
    });
    await sweepFiles(server.platform, instanceId);
    expect((await get(pdf_path)).statusCode).toBe(200);
  });

  test("is offered for download when it cannot be converted and without LibreOffice", async () => {
    server.platform.office = openOffice(await program("fails", "#!/bin/sh\nexit 3\n"));
    const read = await openDocument(await upload("bad.docx", DOCX));
    await expect(run(1)).rejects.toBeInstanceOf(ConversionFailed);
    await run(2);
    expect(await read()).toMatchObject({ pdf_path: null, file_path: expect.any(String) });

    server.platform.office = null;
    const before = jobs().length;
    expect((await (await openDocument(await upload("plain.docx", DOCX)))()).pdf_path).toBe(null);
    expect(jobs()).toHaveLength(before);
  });

  test("is shown as PDF when it is plain text", async () => {
    server.platform.office = openOffice(await program("converts", CONVERTS));
    const read = await openDocument(await upload("a.txt", Buffer.from("words")));
    await run();
    expect(await read()).toMatchObject({ file_type: "text/plain", pdf_path: expect.any(String) });
  });

  test("is not converted when it is a PDF", async () => {
    server.platform.office = openOffice(await program("converts", CONVERTS));
    const before = jobs().length;
    await upload("a.pdf", Buffer.from("%PDF-1.7\n"));
    expect(jobs()).toHaveLength(before);
  });
});

function isRunning(pid: number): boolean {
  // A zombie has ended; only /proc distinguishes it from a running process.
  const status = `/proc/${pid}/status`;
  try {
    process.kill(pid, 0);
    return !existsSync(status) || !/State:\s+Z/.test(readFileSync(status, "utf8"));
  } catch {
    return false;
  }
}
