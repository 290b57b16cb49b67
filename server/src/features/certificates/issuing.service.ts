import { randomBytes } from "node:crypto";
import { NotFound } from "../../errors.ts";
import { ensureCertificate, lockCompletion, type NewCertificate } from "./certificates.queries.ts";
import type { At } from "./path-certificates.queries.ts";
import { applyTemplate } from "./templates/issuing.service.ts";

type ToIssue = Omit<NewCertificate, "code">;
export type Issued = Awaited<ReturnType<typeof ensureCertificate>>;

/**
 * Issues a certificate with the design of its course or learning path, or finds the one of this completion.
 * @throws NotFound when the completion was taken back since it was read
 */
export async function issueOnce(
  at: At,
  { user_id, course_id, path_id, certificate_type, user_name, course_title, completed_on, expires_on }: ToIssue,
): Promise<Issued> {
  const of = { user_id, course_id, path_id };
  const code = randomBytes(18).toString("base64url");
  const fields = { ...of, code, certificate_type, user_name, course_title, completed_on, expires_on };
  if (!(await lockCompletion(at, { ...of, completed_on }))) throw new NotFound("Certificate");
  const certificate = await ensureCertificate(at, fields);
  if (certificate.isNew) await applyTemplate(at, { ...of, id: certificate.id });
  return certificate;
}
