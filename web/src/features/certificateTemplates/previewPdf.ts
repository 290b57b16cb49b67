import { requestFile } from "../../app/http.ts";
import type { Design } from "./certificateTemplates.documents.ts";

/** What a preview is drawn from. */
export type PreviewInput = { design: Design; language: string; name: string; course: string };

/** Draws a certificate as it would be issued. @throws ApiError with the problems of the design by field */
export const previewPdf = (input: PreviewInput, signal: AbortSignal): Promise<Uint8Array> =>
  requestFile("/api/certificate-preview", { method: "POST", body: JSON.stringify(input), signal });
