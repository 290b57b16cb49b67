import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import { type Language, translate } from "../../i18n/translate.ts";
import { drawGround, toSeed } from "./certificate-art.ts";
import { brandedColours, type Colours } from "./certificate-colours.ts";
import { TEXTS, translateType, writeDay } from "./certificate-texts.ts";
import type { CertificateRow } from "./certificates.queries.ts";
import { drawCheckCard, drawFrame, drawMark, drawPicture, INK, type Page, PAPER, QUIET, write } from "./page-parts.ts";
import type { Design } from "./templates/design.ts";
import { fillPlaceholders, getFieldId, type PlaceholderValues } from "./templates/placeholders.ts";

/** The pictures of a certificate by the key of their file; its logo is the one that its design chooses. */
export type Pictures = Readonly<Record<string, Uint8Array>>;

const SHORT = 595.28;
const LONG = 841.89;
const MARGIN = 28;
/** The height of the contour lines. */
const GROUND = 112;

/** Where the blocks of a page are, from its top, in points; they leave the bottom to the signatures and the QR code. */
const ROWS: Record<Design["orientation"], Rows> = {
  landscape: {
    site: 56,
    heading: [108, 46, 36],
    lead: [156, 18, 13],
    name: [186, 60, 44],
    statement: [250, 34, 13],
    course: [288, 56, 26],
    note: [348, 30, 11],
    dates: 388,
    foot: 430,
  },
  portrait: {
    site: 72,
    heading: [140, 84, 36],
    lead: [236, 34, 13],
    name: [274, 84, 40],
    statement: [366, 50, 13],
    course: [420, 92, 26],
    note: [520, 58, 11],
    dates: 590,
    foot: 642,
  },
};

/** The top of a line of text, its height and its largest letters. */
type Block = [top: number, height: number, largest: number];
type Rows = Record<"site" | "dates" | "foot", number> &
  Record<"heading" | "lead" | "name" | "statement" | "course" | "note", Block>;

/**
 * Draws a certificate by the design of a template, on one page of A4.
 * @param checkUrl the public page of this certificate
 */
export async function templatePdf(
  certificate: CertificateRow,
  design: Design,
  checkUrl: string,
  pictures: Pictures,
): Promise<Buffer> {
  const isWide = design.orientation === "landscape";
  const [width, height] = isWide ? [LONG, SHORT] : [SHORT, LONG];
  const { language } = certificate;
  const texts = wordLines(certificate, design);
  const page = new PDFDocument({
    size: [width, height],
    margin: 0,
    lang: language,
    displayTitle: true,
    info: {
      Title: `${texts.heading}: ${certificate.course_title}`,
      Author: certificate.instance_name,
      Subject: certificate.user_name,
      CreationDate: certificate.issued_at,
    },
  });
  const colours = brandedColours({
    certificate_type: certificate.certificate_type,
    primary_color: design.primary_color ?? certificate.primary_color,
    secondary_color: design.secondary_color ?? certificate.secondary_color,
  });
  await drawPaper(page, design, toSeed(certificate), colours, pictures);
  const area = getArea(design, width);
  const isLight = design.layout === "picture" && design.ink === "light";
  const [ink, quiet, strong] = isLight ? ["#ffffff", "#f2f5f4", "#ffffff"] : [INK, QUIET, colours.deep];
  const centred = design.align === "centre";
  const rows = ROWS[design.orientation];
  const block = ([y, boxHeight, largest]: Block) =>
    ({ ...area, y, height: boxHeight, largest, centred, byDirection: true }) as const;

  await drawSite(page, certificate, design, { ...area, y: rows.site, centred, ink }, colours, pictures);
  write(page, texts.heading, { ...block(rows.heading), face: "title", smallest: 16, colour: strong });
  write(page, texts.lead, { ...block(rows.lead), face: "text", colour: quiet });
  write(page, texts.name_line, { ...block(rows.name), face: "title", smallest: 16, colour: ink });
  write(page, texts.statement, { ...block(rows.statement), face: "text", colour: quiet });
  write(page, texts.course_line, { ...block(rows.course), face: "title", smallest: 12, colour: ink });
  write(page, texts.note, { ...block(rows.note), face: "text", colour: quiet });
  drawFacts(page, certificate, design, { ...area, y: rows.dates, ink, quiet });

  const size = design.shows_check ? 84 : 0;
  if (design.shows_check) {
    const card = { x: area.x + area.width - size, y: rows.foot + 14, size };
    drawCheckCard(page, { ...card, url: checkUrl, caption: translate(TEXTS.check, language) }, colours);
    const at = { ...area, y: rows.foot + 122, height: 11, largest: 8, smallest: 5, colour: quiet } as const;
    write(page, checkUrl.replace(/^https?:\/\//, ""), { ...at, face: "text" });
  }
  const room = area.width - (size > 0 ? size + 24 : 0);
  await drawSignatures(page, design, { x: area.x, width: room, y: rows.foot + 6, ink, quiet }, pictures);
  page.end();
  return buffer(page);
}

type Area = { x: number; width: number };

function getArea({ layout, orientation }: Design, width: number): Area {
  const side = orientation === "landscape" ? 76 : 58;
  const left = layout === "band" ? side + 30 : side;
  return { x: left, width: width - left - side };
}

/** Returns the lines of a certificate: those of the design with their values, or the product's own in its language. */
function wordLines(certificate: CertificateRow, design: Design) {
  const values = getValues(certificate);
  const own = translateType(certificate);
  const fill = (line: string, otherwise: string) => (line === "" ? otherwise : fillPlaceholders(line, values).trim());
  return {
    heading: fill(design.heading, own.heading),
    lead: fill(design.lead, translate(TEXTS.awardedTo, certificate.language)),
    name_line: fill(design.name_line, certificate.user_name),
    statement: fill(design.statement, own.statement),
    course_line: fill(design.course_line, certificate.course_title),
    note: fill(design.note, ""),
  };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function getValues(certificate: CertificateRow): PlaceholderValues {
  const day = (value: string | null) => (value === null ? "" : writeDay(value, certificate.language));
  const kept = Object.entries(certificate.values ?? {}).map(([name, value]) => [
    name,
    getFieldId(name) !== null && DAY.test(value) ? day(value) : value,
  ]);
  return {
    ...(Object.fromEntries(kept) as Record<string, string>),
    name: certificate.user_name,
    course: certificate.course_title,
    path: certificate.path_id === null ? "" : certificate.course_title,
    completed_on: day(certificate.completed_on),
    expires_on: day(certificate.expires_on),
    issued_on: day(certificate.issued_on),
    number: certificate.number ?? "",
    site: certificate.instance_name,
  };
}

async function drawPaper(
  page: Page,
  { layout, background_key }: Design,
  seed: number,
  colours: Colours,
  pictures: Pictures,
): Promise<void> {
  const { width, height } = page.page;
  page.rect(0, 0, width, height).fill(PAPER);
  if (layout === "picture") {
    if (background_key) await drawPicture(page, pictures[background_key], { x: 0, y: 0, width, height }, "fill");
    return;
  }
  if (layout === "band") {
    page.rect(0, 0, 44, height).fillColor(colours.deep, 1).fill();
    page.rect(44, 0, 5, height).fillColor(colours.spark, 1).fill();
    return;
  }
  if (layout === "contours") {
    // Below the texts, so that no line runs through them.
    const top = height - MARGIN - GROUND;
    drawGround(page, { x: MARGIN, y: top, width: width - 2 * MARGIN, height: GROUND }, seed, colours);
  } else {
    for (const [x, y] of [
      [MARGIN, MARGIN],
      [width - MARGIN, MARGIN],
      [MARGIN, height - MARGIN],
      [width - MARGIN, height - MARGIN],
    ] as const)
      page.circle(x, y, 9).lineWidth(1.5).fillAndStroke(colours.soft, colours.spark);
  }
  drawFrame(page, { width, height }, MARGIN, colours);
}

type Row = Area & { y: number; ink: string };

/** Draws the logo and the name of the organisation. */
async function drawSite(
  page: Page,
  { instance_name, logo_key }: CertificateRow,
  { logo, logo_key: own, shows_site }: Design,
  { x, y, width, centred, ink }: Row & { centred: boolean },
  colours: Colours,
  pictures: Pictures,
): Promise<void> {
  const key = logo === "none" ? null : logo === "own" ? own : logo_key;
  const picture = key === null ? undefined : pictures[key];
  if (centred) {
    const box = { x, y: y - 8, width, height: shows_site ? 34 : 44, alignX: "centre" } as const;
    const drawn = await drawPicture(page, picture, box);
    if (!shows_site) return;
    const at = { x, width, y: drawn ? y + 28 : y + 6, height: 18, largest: drawn ? 12 : 17, centred: true } as const;
    write(page, instance_name, { ...at, face: "title", colour: ink });
    return;
  }
  const drawn = await drawPicture(page, picture, { x, y: y - 4, width: 180, height: 40, alignX: "left" });
  if (!shows_site) return;
  const end = drawn ? drawn.x + drawn.width : logo === "brand" ? drawMark(page, x, y + 2, colours) : x - 12;
  const at = { x: end + 12, width: x + width - end - 12, y: y + 5, height: 22, largest: 18 } as const;
  write(page, instance_name, { ...at, face: "title", colour: ink });
}

/** Draws the dates and the number, each below its label. */
function drawFacts(
  page: Page,
  { completed_on, expires_on, number, language }: CertificateRow,
  { shows_completion, shows_expiry, align }: Design,
  { x, y, width, ink, quiet }: Row & { quiet: string },
): void {
  const say = (text: keyof typeof TEXTS, to: Language) => translate(TEXTS[text], to);
  const facts: [string, string][] = [
    ...(shows_completion ? [[say("completedOn", language), writeDay(completed_on, language)] as [string, string]] : []),
    ...(shows_expiry ? [[say("validUntil", language), writeDay(expires_on, language)] as [string, string]] : []),
    ...(number ? [[say("number", language), number] as [string, string]] : []),
  ];
  const each = Math.min(190, width / Math.max(1, facts.length));
  const centred = align === "centre";
  const start = centred ? x + (width - each * facts.length) / 2 : x;
  facts.forEach(([label, value], index) => {
    const at = { x: start + index * each, width: each - 8, centred } as const;
    write(page, label, { ...at, face: "text", y, height: 13, largest: 10, colour: quiet });
    write(page, value, { ...at, face: "strong", y: y + 14, height: 18, largest: 14, colour: ink });
  });
}

/** Draws each signature over a line, with the name and the title below it. */
async function drawSignatures(
  page: Page,
  { signatures, align }: Design,
  { x, y, width, ink, quiet }: Row & { quiet: string },
  pictures: Pictures,
): Promise<void> {
  const gap = 20;
  const each = Math.min(190, (width - gap * (signatures.length - 1)) / Math.max(1, signatures.length));
  const all = each * signatures.length + gap * (signatures.length - 1);
  const start = align === "centre" ? x + Math.max(0, (width - all) / 2) : x;
  for (const [index, { name, title, picture_key }] of signatures.entries()) {
    const left = start + index * (each + gap);
    const box = { x: left, y, width: each, height: 52, alignX: align, alignY: "bottom" } as const;
    if (picture_key) await drawPicture(page, pictures[picture_key], box);
    page
      .moveTo(left, y + 56)
      .lineTo(left + each, y + 56)
      .lineWidth(0.75)
      .strokeColor(quiet, 1)
      .stroke();
    const at = { x: left, width: each, centred: align === "centre" } as const;
    write(page, name, { ...at, face: "strong", y: y + 61, height: 15, largest: 11, smallest: 6, colour: ink });
    write(page, title, { ...at, face: "text", y: y + 75, height: 24, largest: 9, smallest: 6, colour: quiet });
  }
}
