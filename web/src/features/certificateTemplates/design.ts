import type { Design } from "./certificateTemplates.documents.ts";

/** The lines of text that a design words. */
export const lines = ["heading", "lead", "name_line", "statement", "course_line", "note"] as const;
export type Line = (typeof lines)[number];

export const mostSignatures = 3;

/** The design of a new template. */
export const emptyDesign: Design = {
  layout: "frame",
  orientation: "landscape",
  align: "centre",
  ink: "dark",
  primary_color: null,
  secondary_color: null,
  logo: "brand",
  logo_url: null,
  background_url: null,
  heading: "",
  lead: "",
  name_line: "",
  statement: "",
  course_line: "",
  note: "",
  shows_site: true,
  shows_completion: true,
  shows_expiry: true,
  shows_check: true,
  number_scheme: "",
  signatures: [],
};

/** What the form edits: the design, its name, and the problems of single signatures, which the server names. */
export type Fields = Design & { name: string; signature_1: null; signature_2: null; signature_3: null };

export function toFields(name: string, design: Design): Fields {
  return { name, ...design, signature_1: null, signature_2: null, signature_3: null };
}

/** Returns the design that is sent. */
export function toDesign({ name: _, signature_1: __, signature_2: ___, signature_3: ____, ...design }: Fields): Design {
  return design;
}
