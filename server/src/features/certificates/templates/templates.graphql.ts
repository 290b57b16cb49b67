import { builder } from "../../../graphql/builder.ts";
import { Changed } from "../../../graphql/changed.graphql.ts";
import { pageArguments } from "../../../graphql/page.ts";
import * as templates from "./templates.service.ts";

type Template = Awaited<ReturnType<typeof templates.getTemplate>>;
type Row = Awaited<ReturnType<typeof templates.getPageOfTemplates>>["rows"][number];

const Signature = builder.objectRef<templates.ShownDesign["signatures"][number]>("CertificateSignature").implement({
  fields: (t) => ({
    name: t.exposeString("name"),
    title: t.exposeString("title"),
    picture_url: t.exposeString("picture_url", { nullable: true }),
  }),
});

const Design = builder.objectRef<templates.ShownDesign>("CertificateDesign").implement({
  fields: (t) => ({
    layout: t.exposeString("layout", { description: "contours, frame, band or picture" }),
    orientation: t.exposeString("orientation", { description: "landscape or portrait" }),
    align: t.exposeString("align", { description: "left or centre" }),
    ink: t.exposeString("ink", { description: "dark or light: the texts on a background picture" }),
    primary_color: t.exposeString("primary_color", { nullable: true, description: "Null for that of the brand." }),
    secondary_color: t.exposeString("secondary_color", { nullable: true }),
    logo: t.exposeString("logo", { description: "brand, own or none" }),
    logo_url: t.exposeString("logo_url", { nullable: true }),
    background_url: t.exposeString("background_url", { nullable: true }),
    heading: t.exposeString("heading", {
      description: "Empty texts have the product's own, in the person's language.",
    }),
    lead: t.exposeString("lead"),
    name_line: t.exposeString("name_line"),
    statement: t.exposeString("statement"),
    course_line: t.exposeString("course_line"),
    note: t.exposeString("note"),
    shows_site: t.exposeBoolean("shows_site"),
    shows_completion: t.exposeBoolean("shows_completion"),
    shows_expiry: t.exposeBoolean("shows_expiry"),
    shows_check: t.exposeBoolean("shows_check", { description: "The QR code and address of the check page." }),
    number_scheme: t.exposeString("number_scheme", { description: "For example {year}-{number:5}; empty for none." }),
    signatures: t.expose("signatures", { type: [Signature] }),
  }),
});

const Version = builder.objectRef<Template["versions"][number]>("CertificateTemplateVersion").implement({
  fields: (t) => ({
    version: t.exposeInt("version"),
    created_at: t.string({ resolve: ({ created_at }) => created_at.toISOString() }),
    created_by: t.exposeString("created_by", { nullable: true }),
    issued: t.exposeInt("issued", { description: "How many certificates have this design." }),
  }),
});

const Listed = builder.objectRef<Row>("CertificateTemplateRow").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    version: t.exposeInt("version"),
    courses: t.exposeInt("courses", { description: "How many courses use it." }),
    paths: t.exposeInt("paths", { description: "How many learning paths with a certificate use it." }),
    issued: t.exposeInt("issued", { description: "How many certificates were issued with it." }),
    updated_at: t.string({ resolve: ({ updated_at }) => updated_at.toISOString() }),
  }),
});

const Full = builder.objectRef<Template>("CertificateTemplate").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    version: t.exposeInt("version", { description: "The latest." }),
    courses: t.exposeInt("courses"),
    paths: t.exposeInt("paths"),
    design: t.expose("design", { type: Design }),
    versions: t.expose("versions", { type: [Version], description: "The latest 50, the newest first." }),
  }),
});

const Page = builder
  .objectRef<Awaited<ReturnType<typeof templates.getPageOfTemplates>>>("CertificateTemplatePage")
  .implement({ fields: (t) => ({ total: t.exposeInt("total"), rows: t.expose("rows", { type: [Listed] }) }) });

const Choice = builder
  .objectRef<{ id: number; name: string }>("CertificateTemplateChoice")
  .implement({ fields: (t) => ({ id: t.exposeInt("id"), name: t.exposeString("name") }) });

const Placeholder = builder
  .objectRef<{ name: string; label: string }>("CertificatePlaceholder")
  .implement({ fields: (t) => ({ name: t.exposeString("name"), label: t.exposeString("label") }) });

const SignatureInput = builder.inputType("CertificateSignatureInput", {
  fields: (t) => ({ name: t.string(), title: t.string(), picture_url: t.string() }),
});

const DesignInput = builder.inputType("CertificateDesignInput", {
  fields: (t) => ({
    layout: t.string(),
    orientation: t.string(),
    align: t.string(),
    ink: t.string(),
    primary_color: t.string(),
    secondary_color: t.string(),
    logo: t.string(),
    logo_url: t.string(),
    background_url: t.string(),
    heading: t.string(),
    lead: t.string(),
    name_line: t.string(),
    statement: t.string(),
    course_line: t.string(),
    note: t.string(),
    shows_site: t.boolean(),
    shows_completion: t.boolean(),
    shows_expiry: t.boolean(),
    shows_check: t.boolean(),
    number_scheme: t.string(),
    signatures: t.field({ type: [SignatureInput] }),
  }),
});

const TemplateInput = builder.inputType("CertificateTemplateInput", {
  fields: (t) => ({
    name: t.string({ required: true }),
    design: t.field({ type: DesignInput, required: true }),
  }),
});

/** The service checks the words of a design. */
const toInput = (input: { name: string; design: object }): templates.TemplateInput => input as templates.TemplateInput;

builder.queryFields((t) => ({
  certificateTemplates: t.field({
    type: Page,
    description: "Sort: name, courses, issued or changed, '-' in front for descending.",
    args: pageArguments,
    resolve: (_, options, { actor }) => templates.getPageOfTemplates(actor, options),
  }),
  certificateTemplate: t.field({
    type: Full,
    args: {
      id: t.arg.int({ required: true }),
      version: t.arg.int({ description: "Of the design; the latest if left out." }),
    },
    resolve: (_, { id, version }, { actor }) => templates.getTemplate(actor, id, version),
  }),
  certificateTemplateChoices: t.field({
    type: [Choice],
    description: "The templates that a course or learning path can use.",
    resolve: (_, __, { actor }) => templates.listChoices(actor),
  }),
  certificatePlaceholders: t.field({
    type: [Placeholder],
    resolve: (_, __, { actor }) => templates.listPlaceholders(actor),
  }),
}));

builder.mutationFields((t) => ({
  createCertificateTemplate: t.field({
    type: Full,
    args: { input: t.arg({ type: TemplateInput, required: true }) },
    resolve: (_, { input }, { actor }) => templates.createTemplate(actor, toInput(input)),
  }),
  updateCertificateTemplate: t.field({
    type: Full,
    args: {
      id: t.arg.int({ required: true }),
      version: t.arg.int({ required: true, description: "As it was read." }),
      input: t.arg({ type: TemplateInput, required: true }),
    },
    resolve: (_, { input, ...which }, { actor }) =>
      templates.updateTemplate(actor, { ...which, input: toInput(input) }),
  }),
  deleteCertificateTemplate: t.field({
    type: Changed,
    args: { id: t.arg.int({ required: true }) },
    resolve: (_, { id }, { actor }) => templates.deleteTemplate(actor, id),
  }),
  uploadCertificatePicture: t.field({
    type: "String",
    description: "Stores a picture for a template: background, logo or signature. Returns its address for the design.",
    args: { kind: t.arg.string({ required: true }), file: t.arg({ type: "Upload" }) },
    resolve: (_, { kind, file }, { actor }) => templates.uploadPicture(actor, kind, file),
  }),
}));
