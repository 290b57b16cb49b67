import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { saveFile } from "../../ui/saveFile.ts";
import { toast } from "../../ui/toast.ts";
import { GenerateCertificate } from "./certificate.documents.ts";
import { ApiError } from "../errors.ts";
import { execute } from "../graphql.ts";

/** What a certificate is of: a course or a learning path. */
export type Certified = { course_id?: number | null; path_id?: number | null; title: string };

/**
 * Issues the certificate of a course or learning path, of the current user by default, and saves it as a file; reports a
 * failure in a toast.
 */
export async function downloadCertificate({ course_id, path_id, title }: Certified, userId?: number) {
  try {
    const of = path_id == null ? { course_id: course_id ?? null, course_name: title } : { path_id };
    const input = { ...of, ...(userId !== undefined && { user_id: userId }) };
    const { certificate_url: url } = (await execute(GenerateCertificate, { input })).generateCertificate;
    if (!url) throw new Error("Certificate URL is missing in the response.");
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`The certificate's file was answered with status ${answer.status}.`);
    saveFile(`${title}-certificate.pdf`, await answer.blob());
  } catch (error) {
    console.error("The certificate could not be downloaded.", error);
    // A retry does not change the server's decision: its message says why.
    const isRefused = error instanceof ApiError && error.code === "CONFLICT";
    const failed = msg`Failed to download the certificate. Please try again.`;
    toast({ kind: "error", text: isRefused ? error.message : i18n._(failed) });
  }
}
