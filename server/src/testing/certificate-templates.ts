import sharp from "sharp";
import { sendFile } from "./multipart.ts";
import type { Client, TestServer } from "./server.ts";

export const DESIGN = `layout orientation align ink primary_color secondary_color logo logo_url background_url heading lead name_line
  statement course_line note shows_site shows_completion shows_expiry shows_check number_scheme signatures { name title picture_url }`;
export const CREATE = `mutation ($input: CertificateTemplateInput!) { createCertificateTemplate(input: $input) { id name version design { ${DESIGN} } } }`;
const UPLOAD = `mutation ($kind: String!, $file: Upload) { uploadCertificatePicture(kind: $kind, file: $file) }`;

/** Draws a picture of one colour, twice as wide as high. */
export const picture = (width: number, background: object | string, type: "png" | "jpeg" = "png") =>
  sharp({ create: { width, height: Math.round(width / 2), channels: 4, background: background as string } })
    [type]()
    .toBuffer();

/** Uploads a picture for a template. */
export const uploadPicture = ({ app }: TestServer, client: Client, kind: string, file: Buffer) =>
  sendFile(app, client, UPLOAD, { kind, file: null }, "file", file);
