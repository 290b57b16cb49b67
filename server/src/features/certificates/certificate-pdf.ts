import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import QRCode from "qrcode";
import { drawGround } from "./certificate-art.ts";
import { brandedColours, type Colours } from "./certificate-colours.ts";
import type { Face } from "../../platform/pdf/fonts.ts";
import { getWidth, writeLine } from "../../platform/pdf/write-line.ts";
import { translate } from "../../i18n/translate.ts";
import { TEXTS, translateType, writeDay } from "./certificate-texts.ts";
import type { CertificateRow } from "./certificates.queries.ts";
import { type Box, fitText, LEADING } from "../../platform/pdf/fit-text.ts";

const WIDTH = 841.89;
const HEIGHT = 595.28;
const MARGIN = 28;
const LEFT = 76;
const INK = "#1b2523";
const QUIET = "#5c6a68";
const PAPER = "#fcfdfc";

// The position of the texts.
const COLUMN = { x: LEFT, width: 690 };

type Page = InstanceType<typeof PDFDocument>;

/**
 * Draws a certificate on one page of A4 landscape.
 * @param checkUrl the public page of this certificate, for the QR code
 */
export function certificatePdf(
  certificate: CertificateRow,
  checkUrl: string,
  logo: Buffer | null = null,
): Promise<Buffer> {
  const say = (text: keyof typeof TEXTS) => translate(TEXTS[text], certificate.language);
  const colours = brandedColours(certificate);
  const { heading, statement } = translateType(certificate);
  const page = new PDFDocument({
    size: [WIDTH, HEIGHT],
    margin: 0,
    lang: certificate.language,
    displayTitle: true,
    info: {
      Title: `${heading}: ${certificate.course_title}`,
      Author: certificate.instance_name,
      Subject: certificate.user_name,
      CreationDate: certificate.issued_at,
    },
  });

  drawPaper(page, certificate.course_id, colours);
  const right = drawLogo(page, logo) ?? drawMark(page, LEFT, 62, colours);
  const name = { face: "title", x: right + 12, y: 65, height: 22, largest: 18 } as const;
  write(page, certificate.instance_name, { ...name, width: WIDTH - LEFT - name.x });
  write(page, heading, {
    ...COLUMN,
    face: "title",
    y: 120,
    height: 44,
    largest: 36,
    smallest: 20,
    colour: colours.deep,
  });
  write(page, say("awardedTo"), { ...COLUMN, face: "text", y: 184, height: 16, largest: 13, colour: QUIET });
  write(page, certificate.user_name, { ...COLUMN, face: "title", y: 206, height: 66, largest: 52, smallest: 22 });
  write(page, statement, { ...COLUMN, face: "text", y: 282, height: 16, largest: 13, colour: QUIET });
  write(page, certificate.course_title, { ...COLUMN, face: "title", y: 304, height: 66, largest: 28, smallest: 15 });
  drawDates(page, certificate);
  drawCheck(page, checkUrl, say("check"), colours);
  write(page, checkUrl.replace(/^https?:\/\//, ""), {
    face: "text",
    x: LEFT,
    y: 540,
    width: 520,
    height: 12,
    largest: 9,
    smallest: 5,
    colour: QUIET,
  });
  page.end();
  return buffer(page);
}

function drawPaper(page: Page, seed: number, colours: Colours): void {
  page.rect(0, 0, WIDTH, HEIGHT).fill(PAPER);
  drawGround(page, { x: MARGIN, y: 400, width: WIDTH - 2 * MARGIN, height: HEIGHT - MARGIN - 400 }, seed, colours);
  page
    .rect(MARGIN, MARGIN, WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN)
    .lineWidth(0.75)
    .strokeColor(colours.deep, 0.45)
    .stroke();
  page
    .rect(MARGIN - 5, MARGIN - 5, WIDTH - 2 * MARGIN + 10, HEIGHT - 2 * MARGIN + 10)
    .lineWidth(2)
    .strokeColor(colours.deep, 1)
    .stroke();
}

/** Draws the logo beside the site's name. @returns where it ends, or null when it cannot be drawn */
function drawLogo(page: Page, logo: Buffer | null): number | null {
  if (!logo) return null;
  try {
    const { width, height } = (page as unknown as { openImage: (file: Buffer) => Size }).openImage(logo);
    const scale = Math.min(LOGO.width / width, LOGO.height / height);
    page.image(logo, LEFT, LOGO.middle - (height * scale) / 2, { width: width * scale, height: height * scale });
    return LEFT + width * scale;
  } catch {
    return null; // A certificate without the logo is better than none.
  }
}

type Size = { width: number; height: number };
const LOGO = { width: 180, height: 44, middle: 76 };

/** Draws the product's mark, a path on a rounded square. @returns where it ends */
function drawMark(page: Page, x: number, y: number, { deep, spark }: Colours): number {
  page.roundedRect(x, y, 28, 28, 7).fillColor(deep, 1).fill();
  page
    .moveTo(x + 6, y + 18.5)
    .bezierCurveTo(x + 12, y + 18.5, x + 11, y + 10, x + 15.5, y + 10)
    .bezierCurveTo(x + 19, y + 10, x + 18, y + 15, x + 22, y + 15);
  page.lineWidth(2).lineCap("round").strokeColor("#ffffff", 1).stroke();
  page
    .circle(x + 22, y + 15, 2.4)
    .fillColor(spark, 1)
    .fill();
  return x + 28;
}

function drawDates(page: Page, { completed_on, expires_on, language }: CertificateRow): void {
  const dates = [
    [translate(TEXTS.completedOn, language), completed_on],
    [translate(TEXTS.validUntil, language), expires_on],
  ] as const;
  dates.forEach(([label, day], index) => {
    const x = LEFT + index * 190;
    write(page, label, { face: "text", x, y: 388, width: 180, height: 14, largest: 11, colour: QUIET });
    write(page, writeDay(day, language), { face: "strong", x, y: 403, width: 180, height: 19, largest: 15 });
  });
}

/** Draws the QR code to the public page on a white card at the end of the path. */
function drawCheck(page: Page, url: string, caption: string, { deep }: Colours): void {
  const card = { x: WIDTH - 76 - 132, y: 392, size: 132 };
  page
    .roundedRect(card.x, card.y, card.size, card.size + 26, 10)
    .lineWidth(0.75)
    .fillAndStroke("#ffffff", deep);
  const { modules } = QRCode.create(url, { errorCorrectionLevel: "M" });
  const cell = (card.size - 24) / modules.size;
  modules.data.forEach((dark, index) => {
    if (dark)
      page.rect(
        card.x + 12 + (index % modules.size) * cell,
        card.y + 12 + Math.floor(index / modules.size) * cell,
        cell,
        cell,
      );
  });
  page.fillColor(INK, 1).fill();
  write(page, caption, {
    face: "text",
    x: card.x + 8,
    y: card.y + card.size - 7,
    width: card.size - 16,
    height: 24,
    largest: 9,
    smallest: 6,
    colour: QUIET,
    centred: true,
  });
  page.link(card.x, card.y, card.size, card.size + 26, url);
}

interface Place extends Partial<Box> {
  face: Face;
  x: number;
  y: number;
  width: number;
  height: number;
  largest: number;
  colour?: string;
  centred?: boolean;
}

/** Writes a text as large as its box allows, aligned to the top. */
function write(page: Page, text: string, place: Place): void {
  const { face, x, y, width, height, largest, smallest = Math.min(largest, 7), colour = INK, centred = false } = place;
  const { size, lines } = fitText(text, { width, height, largest, smallest }, (line, at) =>
    getWidth(page, line, face, at),
  );
  lines.forEach((line, index) => {
    const at = centred ? x + (width - getWidth(page, line, face, size)) / 2 : x;
    writeLine(page, line, { face, x: at, y: y + index * size * LEADING, size, colour });
  });
}
