import { Readable } from "node:stream";
import sharp from "sharp";
import { type RunAsActor, storeUpload } from "../../features/files/files.service.ts";
import type { Platform } from "../../platform/platform.ts";
import type { DemoQuestion } from "../demo-course.ts";
import { matchThePairs, multipleChoice, number, withFeedback } from "../questions.ts";
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
    withFeedback(
      number(
        "A lever lifts a load of \\(F_1 = 600\\) newtons on an arm of \\(a_1 = 0.5\\) metres. How many newtons do you need on an arm of \\(a_2 = 1.5\\) metres?",
        "200",
      ),
      { points: 2, feedback: "On both sides, force times arm is the same: $$F_2 = \\frac{F_1 \\cdot a_1}{a_2}$$" },
    ),
  ];
}
