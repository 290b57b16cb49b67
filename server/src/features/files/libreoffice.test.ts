import { once } from "node:events";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeZip } from "../../demo/zip.ts";
import { openOffice } from "../../platform/office.ts";

// With a real LibreOffice, which not every machine has; document-views.test.ts works without one.
const office = openOffice(process.env["SOFFICE"]);
if (!office) process.stderr.write("There is no LibreOffice here: what it makes of documents is not tested.\n");

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), "libreoffice-test-"))));
afterAll(() => rm(folder, { recursive: true, force: true }));

const NAMESPACES = ["office", "text", "draw", "svg:svg-compatible", "table"]
  .map((each) => each.split(":"))
  .map(([prefix, name = prefix]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(" ");

/** Creates an OpenDocument file with `body` in its `office:text` or the like. */
function openDocument(kind: "text" | "spreadsheet" | "presentation", body: string): Buffer {
  const type = `application/vnd.oasis.opendocument.${kind}`;
  return writeZip([
    { name: "mimetype", data: type, stored: true },
    {
      name: "META-INF/manifest.xml",
      data: `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    },
    {
      name: "content.xml",
      data: `<office:document-content ${NAMESPACES} xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2"><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    },
  ]);
}

const picture = (href: string) =>
  openDocument(
    "text",
    `<text:p><draw:frame svg:width="5cm" svg:height="5cm" text:anchor-type="as-char"><draw:image xlink:href="${href}" xlink:type="simple" xlink:actuate="onLoad"/></draw:frame></text:p>`,
  );
const convertToPdf = (ending: string, document: Buffer) =>
  office!.toPdf(
    ending,
    (file) => writeFile(file, document),
    async (pdf) => (await readFile(pdf)).toString("latin1"),
  );

test.runIf(office)(
  "converts texts, tables and slides to PDF",
  async () => {
    const cell = `<table:table table:name="T"><table:table-row><table:table-cell><text:p>One</text:p></table:table-cell></table:table-row></table:table>`;
    const page = `<draw:page draw:name="One"><draw:frame svg:width="5cm" svg:height="5cm"><draw:text-box><text:p>One</text:p></draw:text-box></draw:frame></draw:page>`;
    expect(await convertToPdf("odt", openDocument("text", "<text:p>One</text:p>"))).toMatch(/^%PDF-1/);
    expect(await convertToPdf("ods", openDocument("spreadsheet", cell))).toMatch(/^%PDF-1/);
    expect(await convertToPdf("odp", openDocument("presentation", page))).toMatch(/^%PDF-1/);
    expect(await convertToPdf("txt", Buffer.from("Grüße, naïve façade"))).toMatch(/^%PDF-1/);
  },
  120_000,
);

test.runIf(office)(
  "includes no pictures from this server's disk or networks",
  async () => {
    const secret = path.join(folder, "secret.png");
    await copyFile(new URL("../../../../docs/learner-dashboard.png", import.meta.url), secret);
    expect(await convertToPdf("odt", picture(`file://${secret}`))).not.toMatch(/\/Subtype ?\/Image/);
    const asked: string[] = [];
    const inside = createServer((request, response) => {
      asked.push(request.url!);
      response.end();
    }).listen(0, "127.0.0.1");
    await once(inside, "listening");
    const { port } = inside.address() as { port: number };
    await convertToPdf("odt", picture(`http://127.0.0.1:${port}/inside.png`));
    inside.close();
    expect(asked).toEqual([]);
  },
  120_000,
);

test.runIf(office)(
  "reports a file that is not a document",
  async () => {
    const broken = openDocument("text", "<text:p>One</text:p>").subarray(0, 300);
    const outcome = await convertToPdf("docx", broken).catch((error: Error) => error.message);
    expect(outcome).toMatch(/^%PDF-1|made no PDF|ended with/);
  },
  120_000,
);
