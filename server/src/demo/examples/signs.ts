import { Readable } from "node:stream";
import sharp from "sharp";
import { type RunAsActor, storeUpload } from "../../features/files/files.service.ts";
import type { Platform } from "../../platform/platform.ts";
import type { DemoQuestion } from "../demo-course.ts";
import { hotspot, matchThePairs, multipleChoice, number, withFeedback } from "../questions.ts";
import { drawAlarms } from "./media.ts";

const GREEN = "#00834d";
const RED = "#c1272d";

/** Signs, drawn on 400 x 300: what each shows, its colour and its white part. */
const SIGNS = {
  exit: {
    alt: "A person running to an exit, white on green",
    color: GREEN,
    path: "M250 60 h90 v180 h-90 Z M150 90 m-22 0 a22 22 0 1 0 44 0 a22 22 0 1 0 -44 0 M120 130 l60 10 l30 50 l-20 10 l-30 -35 l-25 45 l35 50 l-22 14 l-48 -60 l15 -50 l-30 25 l-12 -18 Z",
  },
  aid: {
    alt: "A white cross on green",
    color: GREEN,
    path: "M170 60 h60 v60 h60 v60 h-60 v60 h-60 v-60 h-60 v-60 h60 Z",
  },
  hose: {
    alt: "A reel with a hose, white on red",
    color: RED,
    path: "M200 60 a90 90 0 1 0 .1 0 Z M200 105 a45 45 0 1 1 -.1 0 Z M285 180 h50 v60 h-20 v-40 h-30 Z",
  },
};

type Sign = keyof typeof SIGNS;

function draw({ color, path }: { color: string; path: string }): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" rx="20" fill="${color}"/>
    <path d="${path}" fill="#fff" fill-rule="evenodd"/></svg>`;
  return sharp(Buffer.from(drawing)).png().toBuffer();
}

/** A hall with an exit, a window and a lift, drawn on 800 x 450. */
const HALL = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="450"><rect width="800" height="450" fill="#e8e2d6"/>
  <path d="M0 370 h800 v80 h-800 Z" fill="#9b8f7c"/>
  <path d="M64 144 h128 v226 h-128 Z" fill="#7a4f2a"/><path d="M100 100 h56 v32 h-56 Z" fill="${GREEN}"/>
  <circle cx="176" cy="262" r="7" fill="#e8c15a"/>
  <path d="M304 108 h192 v135 h-192 Z" fill="#9cc7e6" stroke="#fff" stroke-width="10"/><path d="M400 108 v135" stroke="#fff" stroke-width="8"/>
  <path d="M592 126 h144 v244 h-144 Z" fill="#8a939c"/><path d="M664 126 v244" stroke="#4c545c" stroke-width="4"/>
  <path d="M540 230 h28 v44 h-28 Z" fill="#4c545c"/></svg>`;

/** Uploads the signs and the alarm, and returns questions with pictures, a recording and formulas. */
export async function createSignQuestions(platform: Platform, run: RunAsActor): Promise<DemoQuestion[]> {
  const upload = async (kind: "image" | "audio", name: string, bytes: Buffer) =>
    (await storeUpload(platform, run, kind, { name, stream: Readable.from([bytes]) })).url;
  const files = {} as Record<Sign, string>;
  for (const name of Object.keys(SIGNS) as Sign[])
    files[name] = await upload("image", `${name}.png`, await draw(SIGNS[name]));
  const toPicture = (name: Sign) => ({ file: files[name], alt: SIGNS[name].alt });
  const pictured = (name: Sign, checked: boolean) => ({ text: "", checked, picture: toPicture(name) });
  const alarms = await upload("audio", "two-alarms.wav", drawAlarms());
  const hall = await upload("image", "hall.png", await sharp(Buffer.from(HALL)).png().toBuffer());
  const matching = matchThePairs("What is behind each sign?", {});
  return [
    {
      ...multipleChoice("Which sign do you follow when you hear the first of these alarms?", {}),
      media: [{ kind: "audio", file: alarms, alt: "Two alarms" }],
      options: [pictured("aid", false), pictured("exit", true), pictured("hose", false)],
    },
    {
      ...matching,
      pairs: [
        { left: "", right: "The way out", picture: toPicture("exit") },
        { left: "", right: "Water to fight a fire", picture: toPicture("hose") },
        { left: "", right: "Plasters and a telephone", picture: toPicture("aid") },
      ],
    },
    {
      ...hotspot("A fire alarm rings. Which way do you leave this hall?", [
        { text: "On the left", checked: true, region: { x: 7, y: 21, width: 18, height: 62 } },
        { text: "In the middle", checked: false, region: { x: 37, y: 22, width: 26, height: 34 } },
        { text: "On the right", checked: false, region: { x: 66, y: 27, width: 28, height: 56 } },
      ]),
      media: [
        {
          kind: "picture",
          file: hall,
          alt: "A hall: on the left an exit with a green sign, a window, and a lift with its button",
        },
      ],
      feedback: "Lifts can stop in a fire. The green sign marks the way out.",
    },
    withFeedback(
      number(
        "A lever lifts a load of \\(F_1 = 600\\) newtons on an arm of \\(a_1 = 0.5\\) metres. How many newtons do you need on an arm of \\(a_2 = 1.5\\) metres?",
        "200",
      ),
      { points: 2, feedback: "On both sides, force times arm is the same: $$F_2 = \\frac{F_1 \\cdot a_1}{a_2}$$" },
    ),
  ];
}
