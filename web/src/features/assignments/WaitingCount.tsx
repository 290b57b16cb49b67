import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { execute } from "../../app/graphql.ts";
import { SubmissionsWaiting } from "./assignments.documents.ts";

/** How many submissions wait, at the end of the menu's entry; nothing while none do, or while it is not known. */
export function WaitingCount() {
  const { i18n } = useLingui();
  const { data } = useQuery({
    queryKey: ["submissions", "waiting"],
    queryFn: async () => (await execute(SubmissionsWaiting)).submissionsPage.waiting,
  });
  if (!data) return null;
  return (
    <span className="ml-auto rounded-full bg-brand-soft px-2 py-0.5 text-small text-brand-text tabular-nums">
      <span aria-hidden>{i18n.number(data)}</span>
      <span className="sr-only">{plural(data, { one: "# waiting for review", other: "# waiting for review" })}</span>
    </span>
  );
}
