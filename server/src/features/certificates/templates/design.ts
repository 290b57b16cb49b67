import * as z from "zod";
import { Invalid, type Validation } from "../../../errors.ts";
import { t } from "../../../i18n/message.ts";
import { checkNumberScheme } from "./numbers.ts";
import { checkPlaceholders, findPlaceholders, type PlaceholderName } from "./placeholders.ts";

export const LAYOUTS = ["contours", "frame", "band", "picture"] as const;
export const MOST_SIGNATURES = 3;
const LONGEST_TEXT = 300;
const LONGEST_NAME = 100;

const text = (most: number) =>
  z
    .string()
    .max(most, t`This is longer than {0} characters.`)
    .nullish()
    .transform((given) => (given ?? "").replace(/\s+/g, " ").trim());
const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, t`Use a colour such as #1d4f8c.`)
  .nullish()
  .transform((given) => given?.toLowerCase() ?? null);
const address = z
  .string()
  .max(1_000)
  .nullish()
  .transform((given) => given || null);
const flag = (value: boolean) =>
  z
    .boolean()
    .nullish()
    .transform((given) => given ?? value);
const choose = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z
    .enum(values)
    .nullish()
    .transform((given) => given ?? (values[0] as Values[number]));

/** The lines of text that a design may word in its own way; an empty one has the product's text, or none. */
export const LINES = ["heading", "lead", "name_line", "statement", "course_line", "note"] as const;
export type Line = (typeof LINES)[number];

const form = z.object({
  layout: choose(LAYOUTS),
  orientation: choose(["landscape", "portrait"]),
  align: choose(["left", "centre"]),
  /** The colour of texts on a picture. */
  ink: choose(["dark", "light"]),
  /** Null for those of the brand. */
  primary_color: colour,
  secondary_color: colour,
  logo: choose(["brand", "own", "none"]),
  logo_url: address,
  background_url: address,
  heading: text(LONGEST_TEXT),
  lead: text(LONGEST_TEXT),
  name_line: text(LONGEST_TEXT),
  statement: text(LONGEST_TEXT),
  course_line: text(LONGEST_TEXT),
  note: text(LONGEST_TEXT),
  shows_site: flag(true),
  shows_completion: flag(true),
  shows_expiry: flag(true),
  shows_check: flag(true),
  number_scheme: text(100),
  signatures: z
    .array(z.object({ name: text(LONGEST_NAME), title: text(LONGEST_NAME), picture_url: address }))
    .max(MOST_SIGNATURES, t`Use at most {0} signatures.`)
    .nullish()
    .transform((given) => given ?? []),
});

/** A design as a client sends it: pictures by their addresses. */
export type DesignInput = z.input<typeof form>;
/** A checked design, still with addresses. */
export type GivenDesign = z.output<typeof form>;

/** A design as it is stored, and from which certificates are drawn. */
export interface Design extends Omit<GivenDesign, "logo_url" | "background_url" | "signatures"> {
  logo_key: string | null;
  background_key: string | null;
  signatures: { name: string; title: string; picture_key: string | null }[];
}

const NEEDED: Partial<Record<Line, PlaceholderName>> = { name_line: "name", course_line: "course" };

/**
 * Reads a design from a client.
 * @param fields ids of the instance's user fields, which texts may name
 * @throws Invalid by field; a signature's is `signature_1` and so on
 */
export function parseDesign(input: unknown, fields: ReadonlySet<number>): GivenDesign {
  const parsed = form.safeParse(input);
  if (!parsed.success) throw new Invalid(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>);
  const design = parsed.data;
  const problems: Validation = {};
  for (const line of LINES) {
    const messages = checkPlaceholders(design[line], fields, design.number_scheme === "" ? ["number"] : []);
    if (messages.length > 0) problems[line] = messages;
    else if (line === "name_line" && design[line] !== "" && !namesPerson(design[line]))
      problems[line] = [t`The text has to contain ${"{name}"}.`];
    else if (line === "course_line" && design[line] !== "" && !findPlaceholders(design[line]).includes(NEEDED[line]!))
      problems[line] = [t`The text has to contain ${"{course}"}.`];
  }
  const scheme = checkNumberScheme(design.number_scheme);
  if (scheme.length > 0) problems["number_scheme"] = scheme;
  if (design.layout === "picture" && design.background_url === null)
    problems["background_url"] = [t`Choose a background picture.`];
  if (design.logo === "own" && design.logo_url === null) problems["logo_url"] = [t`Choose a logo.`];
  design.signatures.forEach(({ name, title, picture_url }, index) => {
    const messages = [name, title].flatMap((each) => (/[{}]/.test(each) ? [t`A signature has no placeholders.`] : []));
    if (messages.length > 0) problems[`signature_${index + 1}`] = messages;
    else if (name === "" && title === "" && picture_url === null)
      problems[`signature_${index + 1}`] = [t`Enter a name, or remove the signature.`];
  });
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
  return design;
}

/** Tells whether a line names the person: a certificate of nobody is none. */
function namesPerson(line: string): boolean {
  const used = findPlaceholders(line);
  return used.includes("name") || (used.includes("first_name") && used.includes("last_name"));
}

/** Lists the placeholders that a design uses. */
export const listUsed = (design: Pick<Design, Line>): Set<string> =>
  new Set(LINES.flatMap((line) => findPlaceholders(design[line])));

/** Lists the files of a design's pictures. */
export const listPictures = ({ layout, logo, logo_key, background_key, signatures }: Design): string[] => {
  const keys = [
    logo === "own" ? logo_key : null,
    layout === "picture" ? background_key : null,
    ...signatures.map(({ picture_key }) => picture_key),
  ];
  return [...new Set(keys.filter((key) => key !== null))];
};
