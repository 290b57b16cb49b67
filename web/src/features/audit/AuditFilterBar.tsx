import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { execute } from "../../app/graphql.ts";
import { useViewer } from "../../app/session.ts";
import { Button } from "../../ui/Button.tsx";
import { DayField } from "../../ui/DayField.tsx";
import { Select } from "../../ui/Select.tsx";
import { AuditFilters } from "./audit.documents.ts";
import type { AuditSearch } from "./auditSearch.ts";
import { actionLabel, subjectLabel, subjectTypes } from "./auditTexts.ts";

type Change = { [field in keyof AuditSearch]: AuditSearch[field] | undefined };
type Props = { chosen: AuditSearch; onChange: (change: Change) => void };

/** Filters by user, action, kind and day; for operators also by log. */
export function AuditFilterBar({ chosen, onChange }: Props) {
  const { t } = useLingui();
  const viewer = useViewer();
  const platform = chosen.log === "platform";
  // Without the choices the filters offer less, but the log is shown.
  const { data } = useQuery({
    queryKey: ["auditFilters", platform],
    queryFn: () => execute(AuditFilters, { platform }),
  });
  const isFiltered = [chosen.person, chosen.action, chosen.kind, chosen.from, chosen.to].some(Boolean);
  return (
    <div className="mb-5 grid grid-cols-2 items-end gap-3 md:grid-cols-3 xl:flex xl:flex-wrap">
      {viewer.can("instance.manage") && (
        <Select
          label={t`Log`}
          value={chosen.log ?? ""}
          onChange={(event) =>
            onChange({
              log: event.target.value === "platform" ? "platform" : undefined,
              person: undefined,
              action: undefined,
            })
          }
          options={[
            { value: "", label: t`This site` },
            { value: "platform", label: t`The platform` },
          ]}
        />
      )}
      <Select
        label={t`Person`}
        value={String(chosen.person ?? "")}
        onChange={(event) => onChange({ person: event.target.value ? Number(event.target.value) : undefined })}
        options={[
          { value: "", label: t`Everybody` },
          ...(data?.auditActors ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <Select
        label={t`Action`}
        value={chosen.action ?? ""}
        onChange={(event) => onChange({ action: event.target.value || undefined })}
        options={[
          { value: "", label: t`All actions` },
          ...(data?.auditActions ?? []).map((action) => ({ value: action, label: actionLabel(action) })),
        ]}
      />
      <Select
        label={t`Kind`}
        value={chosen.kind ?? ""}
        onChange={(event) => onChange({ kind: event.target.value || undefined })}
        options={[
          { value: "", label: t`All kinds` },
          ...subjectTypes.map((type) => ({ value: type, label: subjectLabel(type) })),
        ]}
      />
      <DayField label={t`From`} value={chosen.from ?? ""} onChange={(day) => onChange({ from: day || undefined })} />
      <DayField label={t`To`} value={chosen.to ?? ""} onChange={(day) => onChange({ to: day || undefined })} />
      {isFiltered && (
        <Button
          kind="ghost"
          className="h-11"
          onClick={() =>
            onChange({ person: undefined, action: undefined, kind: undefined, from: undefined, to: undefined })
          }
        >
          {t`Clear filters`}
        </Button>
      )}
    </div>
  );
}
