import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { expect, test } from "vitest";
import { certificatePdf } from "./certificate-pdf.ts";
import type { CertificateRow } from "./certificates.queries.ts";

const certificate: CertificateRow = {
  id: 1,
  code: "kM3v0s9Qd2XcVb7NnLp4Rt8W",
  certificate_type: "Safeguarding",
  user_name: "Siobhán Nguyễn-Łukasiewicz",
  course_id: 7,
  course_title: "Safeguarding essentials",
  completed_on: "2026-03-03",
  expires_on: "2027-03-03",
  issued_at: new Date("2026-03-04T10:00:00Z"),
  heading: "Safeguarding certificate",
  statement: "has completed the safeguarding training",
  instance_name: "Northgate Trust",
  language: "en",
  state: "valid",
};

test("a certificate is one page in landscape whose text can be read out", async () => {
  const { pages, text, title } = await read(certificate);
  expect(pages).toEqual([[842, 595]]);
  expect(title).toBe("Safeguarding certificate: Safeguarding essentials");
  for (const part of [
    "Siobhán Nguyễn-Łukasiewicz",
    "Safeguarding essentials",
    "3 March 2026",
    "3 March 2027",
    "Northgate Trust",
  ]) {
    expect(text).toContain(part);
  }
});

test.each([
  ["fr", "3 mars 2026", "Certificat de protection des personnes"],
  ["es", "3 de marzo de 2026", "Certificado de protección"],
] as const)("in %s it is written in that language", async (language, day, heading) => {
  const { text } = await read({ ...certificate, language });
  expect(text).toContain(day);
  expect(text).toContain(heading);
});

test("a type that was added later is drawn with its own words", async () => {
  const { text } = await read({ ...certificate, certificate_type: "Rescue", heading: "River rescue", language: "fr" });
  expect(text).toContain("River rescue");
});

async function read(row: CertificateRow) {
  const data = new Uint8Array(await certificatePdf(row, `http://demo.localhost/certificates/${row.code}`));
  const document = await getDocument({ data, verbosity: 0 }).promise;
  const pages: number[][] = [];
  let text = "";
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const [, , width = 0, height = 0] = page.view;
    pages.push([Math.round(width), Math.round(height)]);
    const { items } = await page.getTextContent();
    text += items.map((item) => ("str" in item ? item.str : "")).join("");
  }
  const { info } = await document.getMetadata();
  return { pages, text, title: (info as { Title?: string }).Title };
}
