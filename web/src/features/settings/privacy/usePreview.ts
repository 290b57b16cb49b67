import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { execute } from "../../../app/graphql.ts";
import { RetentionPreview } from "./privacy.documents.ts";

/** Months; null keeps data for good. */
export type Periods = {
  activity_months: number | null;
  audit_months: number | null;
  inactive_months: number | null;
};

/** Returns, as texts, what periods would delete now; before they are saved. */
export function usePreview(input: Periods) {
  const { t } = useLingui();
  const { data } = useQuery({
    queryKey: ["retentionPreview", input],
    queryFn: async () => (await execute(RetentionPreview, { input })).retentionPreview,
    enabled: Object.values(input).some((months) => months !== null),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const entries = (months: number | null, found: number | null | undefined) => {
    if (months === null || data === undefined || found == null) return undefined;
    if (found > data.most) return t`Would delete more than ${data.most} entries now.`;
    return plural(found, { one: "Would delete # entry now.", other: "Would delete # entries now." });
  };
  const users = (months: number | null, found: number | null | undefined) => {
    if (months === null || data === undefined || found == null) return undefined;
    if (found > data.most) return t`Would erase more than ${data.most} users now.`;
    return plural(found, { one: "Would erase # user now.", other: "Would erase # users now." });
  };
  return {
    activity: entries(input.activity_months, data?.activity),
    audit: entries(input.audit_months, data?.audit),
    people: users(input.inactive_months, data?.people),
  };
}
