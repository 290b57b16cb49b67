const MB = 1024 * 1024;

/** What each kind of upload accepts: types are detected from the content, never taken from the name or the client. */
export interface UploadKind {
  /** Bytes. */
  most: number;
  /** Media types, or null for any. */
  types: readonly string[] | null;
  /** The accepted types, for error messages. */
  accepted: string;
}

/** Office documents by file extension: the content decides the container, the name which of them it is. */
export const OFFICE_BY_ENDING: Readonly<Record<string, string>> = {
  doc: "application/msword",
  xls: "application/vnd.ms-excel",
  ppt: "application/vnd.ms-powerpoint",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  odt: "application/vnd.oasis.opendocument.text",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
  odp: "application/vnd.oasis.opendocument.presentation",
};

const OFFICE_TYPES = Object.values(OFFICE_BY_ENDING);

export const UPLOAD_KINDS = {
  image: {
    most: 10 * MB,
    types: ["image/png", "image/jpeg", "image/gif", "image/webp"],
    accepted: "PNG, JPG, GIF or WebP images",
  },
  video: {
    most: 2048 * MB,
    types: ["video/mp4", "video/webm", "video/quicktime", "video/x-m4v"],
    accepted: "MP4, WebM or MOV videos",
  },
  audio: {
    most: 500 * MB,
    types: [
      "audio/mpeg",
      "audio/mp4",
      "audio/x-m4a",
      "audio/aac",
      "audio/ogg",
      "audio/ogg; codecs=opus",
      "audio/opus",
      "audio/wav",
      "audio/webm",
      "audio/x-flac",
      "audio/flac",
      "video/webm",
      "video/mp4",
    ],
    accepted: "MP3, M4A, OGG, WAV, FLAC or WebM audio files",
  },
  presentation: {
    most: 500 * MB,
    types: ["application/pdf", "text/plain", ...OFFICE_TYPES],
    accepted: "PDF, Word, Excel, PowerPoint, OpenDocument or text files",
  },
  captions: { most: 5 * MB, types: ["text/vtt"], accepted: "WebVTT captions (.vtt)" },
  /** A whole exported course. */
  archive: { most: 2048 * MB, types: ["application/zip"], accepted: "archives of courses (.zip)" },
  resource: { most: 500 * MB, types: null, accepted: "files" },
  /** Packages, checked by their own reader. */
  scorm: { most: 2048 * MB, types: null, accepted: "SCORM, xAPI or cmi5 packages" },
  /** Pictures of certificate templates, which are printed: a background fills the page. */
  certificate_background: { most: 8 * MB, types: ["image/png", "image/jpeg"], accepted: "PNG or JPG images" },
  certificate_picture: { most: 2 * MB, types: ["image/png", "image/jpeg"], accepted: "PNG or JPG images" },
  /** Submissions of learners. */
  assignment: {
    most: 100 * MB,
    types: [
      "application/pdf",
      "image/png",
      "image/jpeg",
      "video/mp4",
      "application/zip",
      OFFICE_BY_ENDING["docx"]!,
      OFFICE_BY_ENDING["xlsx"]!,
    ],
    accepted: "PDF, DOCX, XLSX, PNG, JPG, MP4 or ZIP files",
  },
} as const satisfies Record<string, UploadKind>;

export type UploadKindName = keyof typeof UPLOAD_KINDS;

/** Pictures for printing. */
export type PrintedPicture = "certificate_background" | "certificate_picture";

/** What authors upload, each kind at its own address. */
export type AuthorsUpload = Exclude<UploadKindName, "assignment" | "scorm" | PrintedPicture>;

export const AUTHORS_UPLOADS: readonly AuthorsUpload[] = [
  "image",
  "video",
  "audio",
  "presentation",
  "captions",
  "resource",
  "archive",
];

export function isAuthorsUpload(kind: string): kind is AuthorsUpload {
  return (AUTHORS_UPLOADS as readonly string[]).includes(kind);
}

/** Types that browsers show without running anything in them; everything else is only offered for download. */
export const SHOWN_IN_PLACE: ReadonlySet<string> = new Set([
  ...UPLOAD_KINDS.image.types,
  ...UPLOAD_KINDS.video.types,
  "audio/mpeg",
  "audio/ogg",
  "audio/mp4",
  "audio/x-m4a",
  "audio/wav",
  "audio/aac",
  "audio/webm",
  "audio/flac",
  "audio/x-flac",
  "application/pdf",
  "text/vtt",
]);
