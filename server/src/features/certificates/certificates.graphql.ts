import { builder } from "../../graphql/builder.ts";
import * as certificates from "./certificates.service.ts";

const CompletedCourse = builder
  .objectRef<Awaited<ReturnType<typeof certificates.listCompletedCourses>>[number]>("CompletedCourse")
  .implement({
    fields: (t) => ({
      id: t.exposeInt("id"),
      title: t.exposeString("title"),
      is_complete: t.exposeBoolean("is_complete"),
      completed_date: t.exposeString("completed_date", { nullable: true, description: "day/month/year" }),
      expiry_date: t.exposeString("expiry_date", { nullable: true, description: "ISO date one year on" }),
      certificate_type: t.exposeString("certificate_type"),
    }),
  });

const CertificateOfUser = builder.objectRef<certificates.UserCertificate>("CertificateOfUser").implement({
  description: "The certificate of a completed course or learning path.",
  fields: (t) => ({
    course_id: t.exposeInt("course_id", { nullable: true, description: "Null for a learning path." }),
    path_id: t.exposeInt("path_id", { nullable: true, description: "Null for a course." }),
    title: t.exposeString("title"),
    completed_date: t.exposeString("completed_date", { nullable: true, description: "day/month/year" }),
    expiry_date: t.exposeString("expiry_date", { nullable: true, description: "The last day, ISO date." }),
  }),
});

const Certificate = builder
  .objectRef<Awaited<ReturnType<typeof certificates.generateCertificate>>>("Certificate")
  .implement({
    fields: (t) => ({
      message: t.exposeString("message"),
      certificate_url: t.exposeString("certificate_url"),
    }),
  });

const GenerateCertificateInput = builder.inputType("GenerateCertificateInput", {
  description:
    "Only user_id and path_id or course_id, or else course_name, are used: the server finds the name, the dates and the type itself.",
  fields: (t) => ({
    user_id: t.int(),
    user_name: t.string(),
    course_id: t.int(),
    course_name: t.string(),
    path_id: t.int(),
    issued_date: t.string(),
    expiry_date: t.string(),
    certificate_type: t.string(),
  }),
});

builder.queryField("completedCourses", (t) =>
  t.field({
    type: [CompletedCourse],
    args: {
      ids: t.arg.intList(),
      userId: t.arg.int(),
      branchUrl: t.arg.string(),
      from: t.arg.string({ description: "Completed on this day or later, yyyy-mm-dd." }),
      to: t.arg.string({ description: "Completed on this day or before, yyyy-mm-dd." }),
    },
    resolve: (_, choice, { actor }) => certificates.listCompletedCourses(actor, choice),
  }),
);

builder.queryField("certificatesOfUser", (t) =>
  t.field({
    type: [CertificateOfUser],
    description: "Those of the viewer, or of a user whose reports they may read; the latest completion first.",
    args: {
      userId: t.arg.int(),
      branchUrl: t.arg.string(),
      from: t.arg.string({ description: "Completed on this day or later, yyyy-mm-dd." }),
      to: t.arg.string({ description: "Completed on this day or before, yyyy-mm-dd." }),
    },
    resolve: (_, filter, { actor }) => certificates.listCertificates(actor, filter),
  }),
);

builder.mutationField("generateCertificate", (t) =>
  t.field({
    type: Certificate,
    args: { input: t.arg({ type: GenerateCertificateInput, required: true }), branchUrl: t.arg.string() },
    resolve: (_, { input, branchUrl }, { actor }) => certificates.generateCertificate(actor, input, branchUrl),
  }),
);
