import { t } from "@lingui/core/macro";
import type { UploadKind } from "./uploadKinds.ts";

/** Returns the message for an upload that failed without a reason. */
export const formatUploadFailure = (kind: UploadKind) =>
  kind === "resource" ? t`Upload failed.` : t`An error occurred while uploading the file.`;
