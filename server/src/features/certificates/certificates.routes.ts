import type { FastifyInstance, FastifyRequest } from "fastify";
import { findInstanceId } from "../../access/session.ts";
import { NotFound } from "../../errors.ts";
import { toVisit, type WithActor } from "../../http.ts";
import { readLanguage } from "../../i18n/translate.ts";
import type { Platform } from "../../platform/platform.ts";
import { PAGE_POLICY } from "../../platform/public-page.ts";
import { certificatePage, noCertificatePage } from "./certificate-page.ts";
import { CertificatePrinter, type ReportPicture } from "./certificate-printer.ts";
import * as certificates from "./certificates.service.ts";
import { preparePreview } from "./templates/preview.service.ts";

/** Bytes of a design without its pictures, which are uploaded before. */
const LARGEST_DESIGN = 64 * 1024;

export function certificateRoutes(app: FastifyInstance, withActor: WithActor, platform: Platform): void {
  const printer = new CertificatePrinter();
  app.addHook("onClose", () => printer.close());

  app.get<{ Params: { file: string }; Querystring: { e?: string; s?: string } }>(
    "/api/certificates/:file",
    async (request, reply) => {
      const id = /^([1-9]\d{0,9})\.pdf$/.exec(request.params.file)?.[1];
      if (!id) throw new NotFound("Certificate");
      const { e, s } = request.query;
      const { certificate, checkUrl } = await certificates.openCertificate(
        platform,
        await hostInstance(request, platform),
        Number(id),
        { ...(e !== undefined && { e }), ...(s !== undefined && { s }), origin: toVisit(request, platform).origin },
      );
      const report = reportTo(platform, request, certificate);
      const pictures = await certificates.readPictures(platform, certificate, report);
      const pdf = await printer.print({ certificate, checkUrl, pictures }, report);
      return reply
        .header("cache-control", "private, no-store")
        .header(
          "content-disposition",
          `attachment; filename*=UTF-8''${encodeURIComponent(fileName(certificate.course_title))}`,
        )
        .type("application/pdf")
        .send(pdf);
    },
  );

  app.post("/api/certificate-preview", { bodyLimit: LARGEST_DESIGN }, async (request, reply) => {
    const job = await withActor(request, (actor) => preparePreview(actor, request.body));
    const report = reportTo(platform, request, job.certificate);
    const pictures = await certificates.readPictures(platform, job.certificate, report);
    const pdf = await printer.print({ ...job, pictures }, report);
    return reply
      .header("cache-control", "private, no-store")
      .header("content-disposition", "inline")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("x-content-type-options", "nosniff")
      .type("application/pdf")
      .send(pdf);
  });

  // `/certificates/templates` is a screen of the client.
  app.get<{ Params: { code: string } }>("/certificates/:code((?!templates$)[^/]*)", async (request, reply) => {
    const certificate = await certificates.checkCertificate(
      platform,
      await hostInstance(request, platform),
      request.params.code,
    );
    return reply
      .code(certificate ? 200 : 404)
      .header("cache-control", "no-store")
      .header("content-security-policy", PAGE_POLICY)
      .type("text/html; charset=utf-8")
      .send(
        certificate
          ? certificatePage(certificate)
          : noCertificatePage(readLanguage(request.headers["accept-language"])),
      );
  });
}

/** Writes to the log, with the request and the instance, that a certificate was drawn without a picture. */
function reportTo(
  { log }: Platform,
  { id: requestId }: FastifyRequest,
  { id: certificateId, domain }: { id: number; domain: string },
): ReportPicture {
  return (file, err) =>
    log.warn(
      { err, requestId, domain, certificateId, file },
      "a certificate was drawn without a picture that cannot be read",
    );
}

async function hostInstance(request: FastifyRequest, platform: Platform): Promise<number | null> {
  const { instanceLabel } = toVisit(request, platform);
  return instanceLabel === null ? null : findInstanceId(platform.database, instanceLabel);
}

/** Returns a file name from the course title, without characters that file systems refuse. */
function fileName(courseTitle: string): string {
  const letters = [...courseTitle.replace(/[\x00-\x1f\x7f"*/:<>?\\|]/g, "-")];
  return `${letters.slice(0, 150).join("")}-certificate.pdf`;
}
