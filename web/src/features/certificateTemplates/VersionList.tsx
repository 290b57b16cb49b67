import { useLingui } from "@lingui/react/macro";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { formatNumber, formatTableDate } from "../../ui/format.ts";
import type { Template } from "./certificateTemplates.documents.ts";

type Props = { versions: Template["versions"]; opened: number; onOpen: (version: number) => void };

/** Lists the versions of a template, each of which can be opened in the form. */
export function VersionList({ versions, opened, onOpen }: Props) {
  const { t } = useLingui();
  return (
    <Card title={t`Versions`} className="mt-6 max-w-2xl">
      <p className="mb-3 text-sm text-muted">
        {t`Each save adds a version. Certificates keep the version with which they were issued.`}
      </p>
      <ul className="grid gap-1">
        {versions.map(({ version, created_at, created_by, issued }) => {
          const count = formatNumber(issued);
          return (
            <li
              key={version}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-2"
            >
              <span className="min-w-0 text-sm">
                <span className="font-medium">{t`Version ${version}`}</span>
                <span className="block text-small text-muted">
                  {[formatTableDate(created_at), created_by, t`Certificates: ${count}`].filter(Boolean).join(" · ")}
                </span>
              </span>
              {version === opened ? (
                <span className="text-small text-muted">{t`In the form`}</span>
              ) : (
                <Button
                  kind="quiet"
                  size="small"
                  aria-label={t`Open version ${version}`}
                  onClick={() => onOpen(version)}
                >
                  {t`Open`}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
