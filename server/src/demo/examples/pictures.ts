import sharp from "sharp";

/** Colours of a picture: background, hills in front of it, and the thing. */
type Palette = readonly [paper: string, far: string, near: string, ink: string, accent: string];

const TEAL: Palette = ["#e3eeee", "#b9d3d4", "#7fb0b3", "#1f5c63", "#d97f43"];
const OCHRE: Palette = ["#f7efdf", "#ecd9b0", "#d9b772", "#6b4e1d", "#1f5c63"];
const ROSE: Palette = ["#f6e7e8", "#e8c5ca", "#cf929c", "#7a2e4d", "#e0a526"];
const BLUE: Palette = ["#e5ecf6", "#bfd0e8", "#8aa9d3", "#2c4a7c", "#e0a526"];
const GREEN: Palette = ["#e6f1ea", "#bddcc8", "#83bd98", "#2b6a48", "#d97f43"];

/** The subject in the middle of each picture, drawn on 960 x 540 with the ink and the accent. */
const SUBJECTS: Record<string, { palette: Palette; draw: (ink: string, accent: string) => string }> = {
  "NGT-001": {
    palette: OCHRE,
    draw: (ink, accent) => `
      <rect x="390" y="150" width="180" height="290" rx="8" fill="${ink}"/>
      <path d="M410 170 L520 200 L520 440 L410 440 Z" fill="${accent}"/><circle cx="503" cy="322" r="8" fill="#fff"/>`,
  },
  "NGT-101": {
    palette: TEAL,
    draw: (ink, accent) => `
      <path d="M300 300 A180 180 0 0 1 660 300 Z" fill="${ink}"/><rect x="474" y="300" width="12" height="140" fill="${ink}"/>
      <circle cx="420" cy="380" r="26" fill="${accent}"/><rect x="398" y="406" width="44" height="60" rx="20" fill="${accent}"/>`,
  },
  "NGT-120": {
    palette: GREEN,
    draw: (ink, accent) => `
      <circle cx="480" cy="300" r="140" fill="#fff"/><circle cx="480" cy="300" r="92" fill="none" stroke="${ink}" stroke-width="6"/>
      <path d="M440 270 q20 -40 0 -70 M480 270 q20 -40 0 -70 M520 270 q20 -40 0 -70" fill="none" stroke="${accent}" stroke-width="10" stroke-linecap="round"/>`,
  },
  "NGT-130": {
    palette: ROSE,
    draw: (ink, accent) => `
      <rect x="350" y="190" width="260" height="210" rx="24" fill="${ink}"/><rect x="430" y="160" width="100" height="40" rx="14" fill="none" stroke="${ink}" stroke-width="14"/>
      <path d="M462 240 h36 v36 h36 v36 h-36 v36 h-36 v-36 h-36 v-36 h36 Z" fill="${accent}"/>`,
  },
  "NGT-131": {
    palette: BLUE,
    draw: (ink, accent) => `
      <rect x="400" y="260" width="160" height="150" fill="${ink}"/><path d="M400 300 h160 M480 260 v150" stroke="#fff" stroke-width="4" opacity=".5"/>
      <path d="M480 230 v-90 m-36 36 l36 -40 l36 40" fill="none" stroke="${accent}" stroke-width="14" stroke-linecap="round" stroke-linejoin="round"/>`,
  },
  "NGT-140": {
    palette: TEAL,
    draw: (ink, accent) => `
      <rect x="400" y="270" width="160" height="140" rx="16" fill="${ink}"/><path d="M430 270 v-40 a50 50 0 0 1 100 0 v40" fill="none" stroke="${ink}" stroke-width="18"/>
      <circle cx="480" cy="330" r="18" fill="${accent}"/><rect x="473" y="335" width="14" height="42" rx="7" fill="${accent}"/>`,
  },
  "NGT-010": {
    palette: ROSE,
    draw: (ink, accent) => `
      <path d="M480 130 q90 110 60 190 q70 -20 40 -90 q70 120 -10 190 q-90 50 -180 0 q-80 -70 20 -180 q0 60 40 70 q-30 -90 30 -180 Z" fill="${accent}"/>
      <path d="M480 300 q50 60 10 110 q-60 20 -60 -40 q10 -40 50 -70 Z" fill="${ink}"/>`,
  },
};

/** Lists the codes of the courses that have a picture. */
export const PICTURED_COURSES = Object.keys(SUBJECTS);

/** Draws the cover of a course as a WebP picture of 960 x 540 pixels. */
export function drawCover(courseCode: string): Promise<Buffer> {
  const { palette, draw } = SUBJECTS[courseCode]!;
  const [paper, far, near, ink, accent] = palette;
  return render(`<svg xmlns="http://www.w3.org/2000/svg" width="960" height="540">
    <rect width="960" height="540" fill="${paper}"/><circle cx="790" cy="120" r="54" fill="#fff"/>
    <path d="M0 400 C160 330 300 350 430 400 S760 470 960 370 V540 H0 Z" fill="${far}"/>
    ${draw(ink, accent)}
    <path d="M0 470 C200 420 380 450 520 480 S820 520 960 450 V540 H0 Z" fill="${near}"/></svg>`);
}

const render = (svg: string) => sharp(Buffer.from(svg)).webp({ quality: 88 }).toBuffer();
