import { useLingui } from "@lingui/react/macro";
import { ButtonLink } from "../../ui/ButtonLink.tsx";

/** Beside the title of a report: where its tables go. */
export function ReportLinks() {
  const { t } = useLingui();
  return (
    <span className="flex flex-wrap gap-2 print:hidden">
      <ButtonLink kind="quiet" to="/reports/exports">{t`Exports`}</ButtonLink>
    </span>
  );
}
