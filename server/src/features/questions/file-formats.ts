/** The formats of question files that are read; the contents of 'qti_package' and 'xlsx' are in base64. */
export const FORMATS = ["gift", "csv", "moodle_xml", "qti", "qti_package", "xlsx"] as const;
export type Format = (typeof FORMATS)[number];

/** The formats that are written. */
export const EXPORT_FORMATS = ["moodle_xml", "qti_package", "csv", "xlsx"] as const;

/** The most questions read of a file, including unreadable ones. */
export const MOST_QUESTIONS = 500;
