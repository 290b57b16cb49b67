import { contrast } from "../themes/themes.service.ts";

/** The colours of a certificate, which differ by type. */
export interface Colours {
  /** For titles, the path and the frame; dark enough for text on paper. */
  deep: string;
  /** For the last point of the path. */
  spark: string;
  /** The area below the path. */
  soft: string;
}

const COLOURS: Record<string, Colours> = {
  Default: { deep: "#215c63", spark: "#d97f46", soft: "#e6f3f3" },
  SaferInternetDay: { deep: "#234a8f", spark: "#e0a022", soft: "#e8eef9" },
  BespokeCurriculumTeacher: { deep: "#5a3a7e", spark: "#d6775b", soft: "#f0eaf6" },
  JamCodingStaff: { deep: "#9c3d1f", spark: "#2f7f86", soft: "#faece6" },
  Safeguarding: { deep: "#2f6b3c", spark: "#d9963d", soft: "#e9f3ea" },
};

/** Returns the colours of a type; the default's for a type that was added later. */
export function findColours(type: string): Colours {
  return COLOURS[type] ?? COLOURS["Default"]!;
}

/**
 * Returns the colours of the site or branch: the first darkened until titles are readable on paper, the second for the
 * last point. A site without colours has those of the certificate's type.
 */
export function brandedColours(certificate: {
  certificate_type: string;
  primary_color: string | null;
  secondary_color: string | null;
}): Colours {
  const own = findColours(certificate.certificate_type);
  const { primary_color: first, secondary_color: second } = certificate;
  if (!first) return own;
  return { deep: legible(first), spark: second ?? own.spark, soft: mixed(first, "#ffffff", 0.88) };
}

/** Darkens a colour in steps until its contrast on white paper is 4.5:1. */
function legible(colour: string): string {
  for (let part = 0; part < 1; part += 0.05) {
    const darker = mixed(colour, "#000000", part);
    if (contrast(darker, "#ffffff") >= 4.5) return darker;
  }
  return "#000000";
}

/** Mixes two colours, both as #rrggbb. @param part the share of the second colour */
function mixed(first: string, second: string, part: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [a, b] = [first, second].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number];
    return Math.round(a + (b - a) * part)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${parts.join("")}`;
}
