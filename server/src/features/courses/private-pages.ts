import { Invalid } from "../../errors.ts";
import { type Message, t } from "../../i18n/message.ts";
import type { Fetcher } from "../../platform/fetch.ts";
import type { CourseDraft } from "./course-draft.ts";

/**
 * Refuses pages in iFrame units that learners could not read: the server fetches pages with http:// and never reaches
 * private networks. Pages with https:// are loaded by the learner's own browser.
 * @throws Invalid with the messages under `units.N.url`
 */
export async function refusePrivatePages(fetcher: Fetcher, { units }: CourseDraft): Promise<void> {
  const problems: Record<string, Message[]> = {};
  const checks = units.map(async ({ url }, index) => {
    if (!url?.startsWith("http://") || !URL.canParse(url) || !(await fetcher.refuses(url))) return;
    problems[`units.${index}.url`] = [
      t`Learners cannot open this page, because its address is inside a private network. Use an address with https://, or a page on the internet.`,
    ];
  });
  await Promise.all(checks);
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
}
