import { useLingui } from "@lingui/react/macro";
import { formatDateTime } from "../../../ui/format.ts";
import type { CustomDomain } from "./domains.documents.ts";

/** Returns what is wrong with a domain and what to do, or that it works. */
export function useDomainAdvice({ state, problem, missing_since }: CustomDomain): string {
  const { t } = useLingui();
  if (problem === "taken")
    return t`Another organisation of this installation uses this domain. If it is yours, it has to be removed there first.`;
  if (problem === "unreachable") return t`The DNS of this domain did not answer. It is checked again by itself.`;
  if (state === "verified" && missing_since) {
    const since = formatDateTime(missing_since);
    return t`The TXT record has been missing since ${since}. Create it again: after three days, links no longer use this domain.`;
  }
  if (state === "verified") return t`People open the product at this domain.`;
  if (problem === "wrong")
    return t`There is a TXT record, but with another value. Change it to the value below, and check again.`;
  if (state === "failed") return t`There is no proof. Create the records below, and check again.`;
  return t`Create the records below. They are checked every hour; changes of the DNS can take some hours.`;
}
