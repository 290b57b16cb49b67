import { useLingui } from "@lingui/react/macro";
import { formatNumber, formatTableDate } from "../../ui/format.ts";
import type { UserField } from "./userFields.documents.ts";

/** Returns a function that formats a value of an own field; a dash for none. */
export function useFieldValueText(): (type: UserField["type"], value: string | null | undefined) => string {
  const { t } = useLingui();
  return (type, value) => {
    if (type === "checkbox") return value === "true" ? t`Yes` : t`No`;
    if (!value) return "–";
    if (type === "date") return formatTableDate(value);
    return type === "number" ? formatNumber(Number(value), { maximumFractionDigits: 6, useGrouping: false }) : value;
  };
}
