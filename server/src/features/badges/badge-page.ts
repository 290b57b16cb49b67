import { t } from "../../i18n/message.ts";
import { isLanguage, type Language, translate } from "../../i18n/translate.ts";
import { markup, nothing } from "../../platform/page.ts";
import { publicPage } from "../../platform/public-page.ts";
import type { PublicAward } from "./awards.queries.ts";

const TEXTS = {
  valid: t`This badge is valid.`,
  revoked: t`This badge has been revoked and is no longer valid.`,
  name: t`Name`,
  criteria: t`For`,
  awardedOn: t`Awarded on`,
  issuedBy: t`Issued by`,
  download: t`Download the Open Badges 3.0 credential`,
  notFound: t`Badge not found`,
  checkAddress: t`There is no badge with this code here. Please check the address.`,
};

const COLOUR = "#0b5d56";

/** Renders the public page of an awarded badge. */
export function badgePage(award: PublicAward): string {
  const language = isLanguage(award.language) ? award.language : "en";
  const say = (text: keyof typeof TEXTS) => translate(TEXTS[text], language);
  const state = award.revoked_at === null ? "valid" : "revoked";
  const day = translate({ id: "{0}", values: [{ day: award.awarded_on }] }, language);
  const facts = [
    [say("name"), award.user_name],
    [say("criteria"), award.criteria],
    [say("awardedOn"), day],
    [say("issuedBy"), award.instance_name],
  ] as const;
  const picture =
    award.picture_key === null ? nothing : markup`<img class="picture" src="/badges/${award.code}/picture" alt="">`;
  const download =
    state === "revoked"
      ? nothing
      : markup`<p class="more"><a href="/badges/${award.code}.json" download>${say("download")}</a></p>`;
  const body = markup`${picture}<p class="state ${state}">${say(state)}</p>
<dl>${facts.map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`)}</dl>${download}`;
  return publicPage(language, award.name, body, COLOUR);
}

/** Renders the page for a code without a badge on this site. */
export function noBadgePage(language: Language): string {
  const body = markup`<p>${translate(TEXTS.checkAddress, language)}</p>`;
  return publicPage(language, translate(TEXTS.notFound, language), body, COLOUR);
}
