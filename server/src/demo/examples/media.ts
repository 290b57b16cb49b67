import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";

const RATE_HZ = 8_000;
const TONE_HZ = 660;

/** Creates the two alarms as a WAV file (16 bits, mono): four seconds without a pause, then four seconds of short tones. */
export function drawAlarms(): Buffer {
  const samples = 9 * RATE_HZ;
  const data = Buffer.alloc(samples * 2);
  for (let index = 0; index < samples; index++) {
    const second = index / RATE_HZ;
    const isOn = second < 4 || (second >= 5 && second % 1 < 0.5);
    const level = isOn ? 0.25 * Math.sin(2 * Math.PI * TONE_HZ * second) : 0;
    data.writeInt16LE(Math.round(level * 32_767), index * 2);
  }
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + data.length, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE_HZ, 24);
  header.writeUInt32LE(RATE_HZ * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}

const INK = "#14363b";
const ACCENT = "#d97f43";
const PAPER = "#f3f6f6";

/** Draws the plan of ways out, three pages in landscape. */
export function drawPlan(): Promise<Buffer> {
  const pdf = new PDFDocument({ size: [960, 540], margin: 56, info: { Title: "Ways out" }, autoFirstPage: false });
  const page = (title: string) => {
    pdf.addPage().rect(0, 0, 960, 540).fill(PAPER);
    pdf.fillColor(INK).font("Helvetica-Bold").fontSize(34).text(title, 56, 52);
  };
  const note = (words: string, y: number) =>
    pdf.fillColor(INK).font("Helvetica").fontSize(18).text(words, 640, y, { width: 264, lineGap: 5 });

  page("Ground floor: two ways out");
  pdf.lineWidth(4).strokeColor(INK).rect(56, 130, 540, 340).stroke();
  for (const [x, y, width, height] of [
    [56, 130, 200, 150],
    [256, 130, 160, 150],
    [56, 340, 260, 130],
  ] as const)
    pdf.lineWidth(2).rect(x, y, width, height).stroke();
  for (const path of [
    "M156 310 L540 310 L596 310",
    "M366 210 L366 300",
    "M186 410 L330 410 L330 320",
    "M100 310 L56 310",
  ])
    pdf.lineWidth(6).strokeColor(ACCENT).path(path).stroke();
  note("Follow the orange line from the room you are in. The line to the left leads through the kitchen.", 140);
  note("Both exits open from inside without a key.", 270);

  page("Stairs, not the lift");
  pdf.lineWidth(10).strokeColor(ACCENT);
  pdf
    .path("M90 450 L170 450 L170 400 L250 400 L250 350 L330 350 L330 300 L410 300 L410 250 L490 250 L490 200 L570 200")
    .stroke();
  note("Keep to the right, so that helpers can come up.", 160);
  note("The lift stays where it is when the alarm rings.", 250);
  note(
    "People who cannot use the stairs wait on the landing, where smoke does not reach. Say so to the shift lead.",
    330,
  );

  page("Where we meet");
  for (const radius of [150, 115, 80, 45])
    pdf.lineWidth(3).strokeColor(INK).strokeOpacity(0.35).circle(320, 300, radius).stroke();
  pdf.strokeOpacity(1).circle(320, 300, 18).fill(ACCENT);
  note("On the grass north of the house.", 160);
  note("Stay until you have been counted, and until the shift lead says that you may go back.", 220);
  pdf.end();
  return buffer(pdf);
}
