import * as z from "zod";
import { siteOrigin } from "../../../access/host.ts";
import type { Actor } from "../../../access/actor.ts";
import { Invalid } from "../../../errors.ts";
import { t } from "../../../i18n/message.ts";
import { isLanguage, translate } from "../../../i18n/translate.ts";
import { listVisibleFields } from "../../user-fields/user-fields.service.ts";
import type { CertificateRow } from "../certificates.queries.ts";
import { getExpiry } from "../expiry.service.ts";
import { writeNumber } from "./numbers.ts";
import { toFieldPlaceholder } from "./placeholders.ts";
import * as queries from "./templates.queries.ts";
import { readDesign } from "./templates.service.ts";

const form = z.object({
  design: z.unknown(),
  language: z.string().max(10).nullish(),
  /** Names to try the design with. */
  name: z.string().max(200).nullish(),
  course: z.string().max(300).nullish(),
});

const SAMPLE_COURSE = t`Fire safety in the workshop`;

/**
 * Prepares the certificate that shows a design before it is saved. It is drawn exactly as one that is issued.
 * @throws Invalid by field of the design
 */
export async function preparePreview(
  actor: Actor,
  body: unknown,
): Promise<{ certificate: CertificateRow; checkUrl: string }> {
  const reach = await actor.reach("certificate_template.manage");
  const parsed = form.safeParse(body);
  if (!parsed.success) throw new Invalid({ design: [t`Send a design.`] });
  const { name, course, language: wanted, ...given } = parsed.data;
  const design = await readDesign(reach, given.design);
  const language = wanted && isLanguage(wanted) ? wanted : actor.visit.language;
  const { values, today } = await queries.findSampleValues(reach);
  const { firstName, lastName } = actor.person;
  const fields = await listVisibleFields(reach);
  const certificate: CertificateRow = {
    ...values,
    id: 0,
    code: "preview",
    certificate_type: "Default",
    user_name: name?.trim() || `${firstName} ${lastName}`,
    course_id: 1,
    // So that {path} has a value too.
    path_id: 1,
    course_title: course?.trim() || translate(SAMPLE_COURSE, language),
    completed_on: today,
    expires_on: getExpiry(today),
    issued_on: today,
    issued_at: new Date(`${today}T12:00:00Z`),
    language,
    page_language: language,
    origin: null,
    domain: actor.instance.domain,
    number: design.number_scheme === "" ? null : writeNumber(design.number_scheme, today, 1),
    values: {
      first_name: firstName,
      last_name: lastName,
      course_code: "ABC-101",
      ...Object.fromEntries(fields.map((field) => [toFieldPlaceholder(field.id), field.name])),
    },
    design,
    state: "valid",
  };
  const site = siteOrigin(actor.visit.origin, actor.platform.config, actor.instance.domain);
  return { certificate, checkUrl: `${site}/certificates/preview` };
}
