import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import { drawGround, toSeed } from "./certificate-art.ts";
import { brandedColours, type Colours } from "./certificate-colours.ts";
import { translate } from "../../i18n/translate.ts";
import { TEXTS, translateType, writeDay } from "./certificate-texts.ts";
import type { CertificateRow } from "./certificates.queries.ts";
import { drawCheckCard, drawFrame, drawMark, type Page, PAPER, QUIET, type Size, write } from "./page-parts.ts";

const WIDTH = 841.89;
const HEIGHT = 595.28;
const MARGIN = 28;
const LEFT = 76;

// The position of the texts.
const COLUMN = { x: LEFT, width: 690 };

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

  drawPaper(page, toSeed(certificate), colours);
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
  const card = { x: WIDTH - 76 - 132, y: 392, size: 132 };
  drawCheckCard(page, { ...card, url: checkUrl, caption: say("check") }, colours);
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
  drawFrame(page, { width: WIDTH, height: HEIGHT }, MARGIN, colours);
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

const LOGO = { width: 180, height: 44, middle: 76 };

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
