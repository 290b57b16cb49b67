import { monitorEventLoopDelay } from "node:perf_hooks";
import { Readable } from "node:stream";
import * as fc from "fast-check";
import { getDocument, OPS } from "pdfjs-dist/legacy/build/pdf.mjs";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { Platform } from "../../platform/platform.ts";
import { contrast } from "../themes/themes.service.ts";
import { brandedColours } from "./certificate-colours.ts";
import { splitRuns } from "../../platform/pdf/fonts.ts";
import { certificatePdf } from "./certificate-pdf.ts";
import { CertificatePrinter } from "./certificate-printer.ts";
import type { CertificateRow } from "./certificates.queries.ts";
import { readPictures } from "./certificates.service.ts";

const certificate: CertificateRow = {
  id: 1,
  code: "kM3v0s9Qd2XcVb7NnLp4Rt8W",
  certificate_type: "Safeguarding",
  user_name: "Siobhán Nguyễn-Łukasiewicz",
  course_id: 7,
  path_id: null,
  course_title: "Safeguarding essentials",
  completed_on: "2026-03-03",
  expires_on: "2027-03-03",
  issued_at: new Date("2026-03-04T10:00:00Z"),
  heading: "Safeguarding certificate",
  statement: "has completed the safeguarding training",
  instance_name: "Northgate Trust",
  language: "en",
  page_language: "en",
  origin: null,
  domain: "demo",
  issued_on: null,
  number: null,
  values: null,
  design: null,
  state: "valid",
  logo_key: null,
  primary_color: null,
  secondary_color: null,
};

test("a certificate is one landscape page with text that can be extracted", async () => {
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
] as const)("a certificate is written in the language %s", async (language, day, heading) => {
  const { text } = await read({ ...certificate, language });
  expect(text).toContain(day);
  expect(text).toContain(heading);
});

test("a certificate of a type that was added later has the type's own texts", async () => {
  const { text } = await read({ ...certificate, certificate_type: "Rescue", heading: "River rescue", language: "fr" });
  expect(text).toContain("River rescue");
});

test.each([
  ["محمد عبد الله", "noto-sans-arabic-arabic-600-normal"],
  ["יעל כהן", "noto-sans-hebrew-hebrew-600-normal"],
  ["Катерина Шевченко", "noto-sans-cyrillic-600-normal"],
  ["Γιώργος", "noto-sans-greek-600-normal"],
  ["สมชาย ใจดี", "noto-sans-thai-thai-600-normal"],
  ["प्रिया", "noto-sans-devanagari-devanagari-600-normal"],
  ["প্রিয়াঙ্কা", "noto-sans-bengali-bengali-600-normal"],
  ["ਹਰਪ੍ਰੀਤ ਸਿੰਘ", "noto-sans-gurmukhi-gurmukhi-600-normal"],
  ["ભાવના પટેલ", "noto-sans-gujarati-gujarati-600-normal"],
  ["முருகன்", "noto-sans-tamil-tamil-600-normal"],
  ["శ్రీనివాస్", "noto-sans-telugu-telugu-600-normal"],
  ["ಲಕ್ಷ್ಮಿ", "noto-sans-kannada-kannada-600-normal"],
  ["ശ്രീകുമാർ", "noto-sans-malayalam-malayalam-600-normal"],
  ["නිමාලි පෙරේරා", "noto-sans-sinhala-sinhala-600-normal"],
  ["ສົມພອນ", "noto-sans-lao-lao-600-normal"],
  ["សុខា", "noto-sans-khmer-khmer-600-normal"],
  ["အောင်ဆန်း", "noto-sans-myanmar-myanmar-600-normal"],
  ["አበበ በቀለ", "noto-sans-ethiopic-ethiopic-600-normal"],
  ["გიორგი", "noto-sans-georgian-georgian-600-normal"],
  ["Արամ", "noto-sans-armenian-armenian-600-normal"],
])("the name %s is written in one piece in a font with its letters", async (user_name, font) => {
  expect(splitRuns(user_name, "title").map((run) => run.font)).toEqual([font]);
  expect((await read({ ...certificate, user_name })).pages).toHaveLength(1);
});

test.each([
  ["山田 花子さん", "jp"],
  ["王小明", "sc"],
  ["김민준", "kr"],
])("the name %s is drawn from the parts of the font with its letters", async (user_name, language) => {
  const fonts = splitRuns(user_name, "title").filter(({ text }) => text.trim());
  for (const { font } of fonts) expect(font).toMatch(new RegExp(`^noto-sans-${language}-\\d+-wght-normal$`));
  const [plain, drawn] = await Promise.all(
    ["", user_name].map((name) => certificatePdf({ ...certificate, user_name: name }, "http://demo.localhost/x")),
  );
  expect(drawn!.length).toBeGreaterThan(plain!.length + 200);
});

test("right-to-left text is in its order, and so is the text around it", () => {
  const words = (text: string) => splitRuns(text, "title").map((run) => run.text);
  expect(words("Safety יסודות הבטיחות")).toEqual(["Safety ", "יסודות הבטיחות"]);
  expect(words("أساسيات 2026 (Level 1)")).toEqual(["2026 (Level 1)", " ", "أساسيات"]);
});

test("a site's own colours are used, darkened until they are readable", () => {
  const colours = brandedColours({ certificate_type: "Default", primary_color: "#ffee00", secondary_color: "#ff0000" });
  expect(contrast(colours.deep, "#ffffff")).toBeGreaterThanOrEqual(4.5);
  expect(colours.spark).toBe("#ff0000");
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (colour) => {
      const primary_color = `#${colour.toString(16).padStart(6, "0")}`;
      const { deep } = brandedColours({ certificate_type: "Default", primary_color, secondary_color: null });
      expect(contrast(deep, "#ffffff")).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test.each(["山田 花子さん", "김민준", "王小明", "Anna 王"])(
  "the name %s can be found and copied although it is drawn as shapes",
  async (user_name) => {
    const { text } = await read({ ...certificate, user_name });
    expect(text.replaceAll(" ", "")).toContain(user_name.replaceAll(" ", ""));
  },
);

test("text is invisible over shapes and visible everywhere else", async () => {
  const row = { ...certificate, user_name: "山田 花子さん", course_title: "安全な川の渡り方" };
  const data = new Uint8Array(await certificatePdf(row, "http://demo.localhost/x"));
  const { fnArray, argsArray } = await (
    await (await getDocument({ data, verbosity: 0 }).promise).getPage(1)
  ).getOperatorList();
  const texts: Record<number, string> = { 0: "", 3: "" };
  const modes = [0];
  fnArray.forEach((operator, at) => {
    if (operator === OPS.save) modes.push(modes.at(-1)!);
    if (operator === OPS.restore) modes.pop();
    if (operator === OPS.setTextRenderingMode) modes[modes.length - 1] = argsArray[at][0];
    if (operator !== OPS.showText) return;
    for (const glyph of argsArray[at][0]) texts[modes.at(-1)!] += glyph.unicode ?? "";
  });
  expect(texts[3]!.replaceAll(" ", "")).toBe("山田花子さん安全な川の渡り方");
  for (const words of ["This is to certify that", "3 March 2026", "Northgate Trust"]) expect(texts[0]).toContain(words);
});

test("a WebP logo is printed, and a file that is no image is left out", async () => {
  const webp = await sharp({ create: { width: 300, height: 100, channels: 3, background: "#357" } })
    .webp()
    .toBuffer();
  const logoFrom = async (bytes: Buffer) => {
    const platform = { files: { get: async () => Readable.from([bytes]) } } as unknown as Platform;
    return (await readPictures(platform, { logo_key: "1/aa/logo", design: null }))["1/aa/logo"] ?? null;
  };
  const logo = await logoFrom(webp);
  const pdf = await certificatePdf(certificate, "http://demo.localhost/x", logo);
  expect(pdf.toString("latin1")).toContain("/Subtype /Image");
  expect(await logoFrom(Buffer.from("no picture"))).toBeNull();
});

test("a certificate shows the logo, and is created without one that cannot be read", async () => {
  const url = "http://demo.localhost/x";
  const plain = await certificatePdf(certificate, url);
  expect((await certificatePdf(certificate, url, LOGO)).toString("latin1")).toContain("/Subtype /Image");
  expect((await certificatePdf(certificate, url, Buffer.from("no picture"))).length).toBe(plain.length);
});

test("certificates are drawn in a thread without delaying other requests, and one that fails fails alone", async () => {
  const printer = new CertificatePrinter();
  const job = { certificate, checkUrl: "http://demo.localhost/x", pictures: {} };
  await printer.print(job);
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const drawn = await Promise.all(Array.from({ length: 10 }, () => printer.print(job)));
  delays.disable();
  for (const pdf of drawn) expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  // Ten of them take a quarter of a second and more.
  expect(delays.percentile(90) / 1e6).toBeLessThan(20);

  const broken = { ...certificate, language: "xx" as never };
  const [bad, good] = await Promise.allSettled([printer.print({ ...job, certificate: broken }), printer.print(job)]);
  expect([bad.status, good.status]).toEqual(["rejected", "fulfilled"]);
  await printer.close();
  expect((await printer.print(job)).length).toBeGreaterThan(1000);
  await printer.close();
});

// One red pixel.
const LOGO = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

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
