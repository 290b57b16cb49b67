import { msg, t } from "@lingui/core/macro";
import { unitTypeNames } from "../../../../../app/unitTypeNames.ts";
import { showText, type UnitFields } from "../../comparedValues.ts";
import type { UnitTypeEditor } from "../unitType.ts";
import { writeText } from "../writeUnit.ts";

const fields = {
  url: { label: msg`URL`, empty: null as string | null, describe: showText },
  /** Where the saved page is shown from; null until the address is saved. */
  embed_url: { label: msg`URL`, empty: null as string | null },
} satisfies UnitFields;

/** A page that the product ships, as those of the demo. */
const SAMPLE_PAGE = /^\/samples\/[a-z0-9-]+\.html$/;

/** Tells whether this is the address of a web page, or a sample page; nothing else can be shown in a frame. */
export const isEmbeddable = (address: string) =>
  SAMPLE_PAGE.test(address.trim()) || (/^https?:\/\//i.test(address.trim()) && URL.canParse(address.trim()));

export const describeAddressProblem = () => t`Use an address that begins with https:// or http://.`;

export const iframeUnit: UnitTypeEditor<"iFrame", "iframes", typeof fields> = {
  type: "iFrame",
  list: "iframes",
  argument: "iframe",
  name: unitTypeNames.iFrame,
  fields,
  needsTitle: true,
  read: ({ content, url, embed_url }) => ({ content, url, embed_url }),
  write: (each) => ({ ...writeText(each), url: each.unit.url }),
  listProblems: ({ url }) => (url && !isEmbeddable(url) ? [describeAddressProblem()] : []),
  findLack: ({ url }) => (url?.trim() ? null : t`URL is required`),
};
