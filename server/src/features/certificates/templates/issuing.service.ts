import type { Reach } from "../../../access/actor.ts";
import { type Design, listUsed } from "./design.ts";
import * as queries from "./issuing.queries.ts";
import { toSeries, writeNumber } from "./numbers.ts";
import { getFieldId, toFieldPlaceholder } from "./placeholders.ts";

type Issuing = Pick<Reach, "db" | "instanceId">;

/**
 * Gives a new certificate the design that its course or learning path has chosen, and a number if the design has a scheme. Call it in the
 * transaction that inserted the certificate, and only then: a number is never taken for a certificate that exists.
 */
export async function applyTemplate(
  reach: Issuing,
  certificate: queries.Subject & { id: number; user_id: number },
): Promise<void> {
  const chosen = await queries.findChosenVersion(reach, certificate);
  if (!chosen) return;
  const values = await readValues(reach, certificate.user_id, chosen);
  const number = await nextNumber(reach, chosen.design.number_scheme, chosen.today);
  const kept = { issued_on: chosen.today, values };
  await queries.setDesign(reach, certificate.id, { versionId: chosen.id, number, kept });
}

/** Reads the values of those placeholders that the design uses and the certificate does not have itself. */
async function readValues(
  reach: Issuing,
  userId: number,
  { design, first_name, last_name, course_code }: queries.ChosenVersion,
): Promise<Record<string, string>> {
  const used = listUsed(design);
  const own = { first_name, last_name, course_code: course_code ?? "" };
  const values = Object.fromEntries(Object.entries(own).filter(([name]) => used.has(name)));
  const fields = [...used].map(getFieldId).filter((id) => id !== null);
  if (fields.length === 0) return values;
  for (const { field_id, value, type } of await queries.readFields(reach, userId, fields))
    values[toFieldPlaceholder(field_id)] = type === "checkbox" ? (value === "true" ? "✓" : "") : value;
  return values;
}

async function nextNumber(reach: Issuing, scheme: Design["number_scheme"], today: string): Promise<string | null> {
  if (scheme === "") return null;
  const series = toSeries(scheme, today);
  // Another scheme may have made the same text; then its number is passed over.
  for (;;) {
    const number = writeNumber(scheme, today, await queries.takeNumber(reach, series));
    if (!(await queries.numberIsTaken(reach, number))) return number;
  }
}
