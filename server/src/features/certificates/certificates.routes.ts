import type { FastifyInstance, FastifyRequest } from "fastify";
import { findInstanceId } from "../../access/session.ts";
import { NotFound } from "../../errors.ts";
import { toVisit } from "../../http.ts";
import { readLanguage } from "../../i18n/translate.ts";
import type { Platform } from "../../platform/platform.ts";
import { PAGE_POLICY } from "../../platform/public-page.ts";
import { certificatePage, noCertificatePage } from "./certificate-page.ts";
import { CertificatePrinter } from "./certificate-printer.ts";
import * as certificates from "./certificates.service.ts";

export function certificateRoutes(app: FastifyInstance, platform: Platform): void {
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
      const pdf = await printer.print({
        certificate,
        checkUrl,
        logo: await certificates.readLogo(platform, certificate),
      });
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

  app.get<{ Params: { code: string } }>("/certificates/:code", async (request, reply) => {
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

async function hostInstance(request: FastifyRequest, platform: Platform): Promise<number | null> {
  const { instanceLabel } = toVisit(request, platform);
  return instanceLabel === null ? null : findInstanceId(platform.database, instanceLabel);
}

/** Returns a file name from the course title, without characters that file systems refuse. */
function fileName(courseTitle: string): string {
  return `${courseTitle.replace(/[\x00-\x1f\x7f"*/:<>?\\|]/g, "-").slice(0, 150)}-certificate.pdf`;
}
