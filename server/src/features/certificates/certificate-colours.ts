import { contrast } from "../themes/themes.service.ts";

/** A certificate's own colours: its type can be told at a glance. */
export interface Colours {
  /** For titles, the path and the frame; dark enough for text on paper. */
  deep: string;
  /** For the knot where somebody has arrived. */
  spark: string;
  /** The ground below the path. */
  soft: string;
}

const COLOURS: Record<string, Colours> = {
  Default: { deep: "#215c63", spark: "#d97f46", soft: "#e6f3f3" },
  SaferInternetDay: { deep: "#234a8f", spark: "#e0a022", soft: "#e8eef9" },
  BespokeCurriculumTeacher: { deep: "#5a3a7e", spark: "#d6775b", soft: "#f0eaf6" },
  JamCodingStaff: { deep: "#9c3d1f", spark: "#2f7f86", soft: "#faece6" },
  Safeguarding: { deep: "#2f6b3c", spark: "#d9963d", soft: "#e9f3ea" },
};

/** The colours of a type; of one that was added later, those of the default. */
export function coloursOf(type: string): Colours {
  return COLOURS[type] ?? COLOURS["Default"]!;
}

/**
 * The colours of the site or branch, where it has its own: its first darkened until titles can be read on paper, its second for
 * the knot. A site without colours has those of the certificate's type.
 */
export function brandedColours(certificate: {
  certificate_type: string;
  primary_color: string | null;
  secondary_color: string | null;
}): Colours {
  const own = coloursOf(certificate.certificate_type);
  const { primary_color: first, secondary_color: second } = certificate;
  if (!first) return own;
  return { deep: legible(first), spark: second ?? own.spark, soft: mixed(first, "#ffffff", 0.88) };
}

/** The colour, darkened by steps until it keeps 4.5:1 on white paper. */
function legible(colour: string): string {
  for (let part = 0; part < 1; part += 0.05) {
    const darker = mixed(colour, "#000000", part);
    if (contrast(darker, "#ffffff") >= 4.5) return darker;
  }
  return "#000000";
}

/** So much of the second colour in the first, both written as #rrggbb. */
function mixed(first: string, second: string, part: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [a, b] = [first, second].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number];
    return Math.round(a + (b - a) * part)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${parts.join("")}`;
}
