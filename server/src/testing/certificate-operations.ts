import { ofInstance, opened, type Operation } from "./operation.ts";

const INPUT = 'input: { name: "New design", design: { layout: "frame" } }';

/** The root fields of certificate templates. */
export const CERTIFICATE_OPERATIONS: Record<string, Operation> = {
  certificatePlaceholders: opened("certificate_template.manage"),
  certificateTemplate: ofInstance("certificate_template.manage", "certificateTemplate"),
  certificateTemplateChoices: opened("course.author"),
  certificateTemplates: opened("certificate_template.manage"),
  createCertificateTemplate: opened("certificate_template.manage", () => INPUT),
  deleteCertificateTemplate: ofInstance("certificate_template.manage", "certificateTemplate"),
  uploadCertificatePicture: opened("certificate_template.manage", () => 'kind: "logo"'),
  updateCertificateTemplate: ofInstance("certificate_template.manage", "certificateTemplate", `, version: 1, ${INPUT}`),
};
