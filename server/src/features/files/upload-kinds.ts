const MB = 1024 * 1024;

/** What may be uploaded as what: the types are those found in the content itself, never the name's or the client's. */
export interface UploadKind {
  /** Bytes. */
  most: number;
  /** Media types, or null for any. */
  types: readonly string[] | null;
  /** Says in words what is accepted. */
  accepted: string;
}

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
  resource: { most: 500 * MB, types: null, accepted: "files" },
} as const satisfies Record<string, UploadKind>;

export type UploadKindName = keyof typeof UPLOAD_KINDS;

/** Types a browser shows by itself without running anything in them; everything else is only offered for download. */
export const SHOWN_IN_PLACE: ReadonlySet<string> = new Set([
  ...UPLOAD_KINDS.image.types,
  ...UPLOAD_KINDS.video.types,
  "audio/mpeg",
  "audio/ogg",
  "audio/mp4",
  "audio/x-m4a",
  "audio/wav",
  "application/pdf",
]);
