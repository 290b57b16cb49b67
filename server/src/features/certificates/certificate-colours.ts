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
