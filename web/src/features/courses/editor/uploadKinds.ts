/** The server's kinds of upload, which are also the names of the form's field. */
export type UploadKind = "image" | "video" | "audio" | "presentation" | "captions" | "resource" | "archive" | "scorm";

/** What the server says of a file it has taken; of a package also which it is. */
export type Sent = { url: string; scorm?: { id: number } };
