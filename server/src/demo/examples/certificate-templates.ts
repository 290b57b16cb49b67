import { createTemplate } from "../../features/certificates/templates/templates.service.ts";
import type { DemoPlace } from "./place.ts";

/** Adds a template of certificates with a signature and numbers, which a course uses from now on. */
export async function addCertificateTemplates({ as, inside, instanceId }: DemoPlace): Promise<void> {
  const { id } = await as("admin@demo.test", (run) =>
    run((actor) =>
      createTemplate(actor, {
        name: "Practical training",
        design: {
          layout: "band",
          note: "Completed on {completed_on}, certificate {number}",
          number_scheme: "NT-{year}-{number:4}",
          signatures: [{ name: "Margaret Oyelaran", title: "Head of training" }],
        },
      }),
    ),
  );
  await inside((db) =>
    db
      .updateTable("courses")
      .set({ certificate_template_id: id })
      .where("instance_id", "=", instanceId)
      .where("title", "=", "Writing clear reports")
      .execute(),
  );
}
