import * as z from "zod";

/** The most files in the archive of a course; an archive has one entry more, its description. */
export const MOST_ARCHIVED_FILES = 20_000;

/** The name of an entry with a file of the course: `files/1`, `files/2`, … */
export const ARCHIVED_FILE = /^files\/[1-9]\d{0,4}$/;

export const archivedFile = z.string().regex(ARCHIVED_FILE);
