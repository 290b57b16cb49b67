import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { execute } from "../../../app/graphql.ts";
import { SearchField } from "../../../ui/SearchField.tsx";
import { Select } from "../../../ui/Select.tsx";
import { useDebounced } from "../../../ui/useDebounced.ts";
import { AutomationChoices } from "../automations.documents.ts";
import type { ObjectKind } from "../automationTexts.ts";
import { useState } from "react";
import type { Chosen } from "./automationDraft.ts";

/** The server lists so many at most; there is a search field if there may be more. */
const MOST = 100;

type Props = {
  kind: ObjectKind;
  label: string;
  value: Chosen;
  /** The text of choosing none, such as any group. */
  blank: string;
  required?: boolean;
  error?: string | undefined;
  onChange: (chosen: Chosen) => void;
};

/** Chooses a branch, group, field, course or learning path. */
export function ObjectField({ kind, label, value, blank, required = false, error, onChange }: Props) {
  const { t } = useLingui();
  const [search, setSearch] = useState("");
  const [text, setText] = useDebounced("", setSearch);
  const { data = [] } = useQuery({
    queryKey: ["automationChoices", kind, search],
    queryFn: async () => (await execute(AutomationChoices, { kind, search: search || null })).automationChoices,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const choices = value && !data.some(({ id }) => id === value.id) ? [value, ...data] : data;
  return (
    <div className="grid gap-3">
      {(data.length >= MOST || text !== "") && <SearchField label={t`Search`} value={text} onChange={setText} />}
      <Select
        label={label}
        required={required}
        error={error}
        value={String(value?.id ?? "")}
        onChange={({ target }) => onChange(choices.find(({ id }) => String(id) === target.value) ?? null)}
        options={[{ value: "", label: blank }, ...choices.map(({ id, name }) => ({ value: String(id), label: name }))]}
      />
    </div>
  );
}
