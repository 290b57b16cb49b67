import type { UploadKind } from "./uploads.ts";

/** What is said of an upload that failed without a reason (document 2, section 8). */
export const uploadFailed = (kind: UploadKind) =>
  kind === "resource" ? "Upload failed." : "An error occurred while uploading the file.";
