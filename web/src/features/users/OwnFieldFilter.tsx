import { useLingui } from "@lingui/react/macro";
import type { ListedField } from "../../app/membership/memberChoices.ts";
import { controlBox } from "../../ui/FieldFrame.tsx";
import { Select } from "../../ui/Select.tsx";
import { useDebounced } from "../../ui/useDebounced.ts";

type Chosen = { field?: number | undefined; value?: string | undefined };
type Props = Chosen & { fields: readonly ListedField[]; onChange: (chosen: Chosen) => void };

/** Limits the users list to a value of one of the organisation's own fields; nothing if there are none. */
export function OwnFieldFilter({ fields, field, value, onChange }: Props) {
  const { t } = useLingui();
  const chosen = fields.find(({ id }) => id === field);
  if (fields.length === 0) return null;
  return (
    <>
      <Select
        compact
        label={t`User field`}
        className="max-w-44"
        value={String(chosen?.id ?? "")}
        onChange={({ target }) =>
          onChange({ field: target.value ? Number(target.value) : undefined, value: undefined })
        }
        options={[
          { value: "", label: t`Any user field` },
          ...fields.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      {chosen && (
        <Value key={chosen.id} field={chosen} value={value} onChange={(next) => onChange({ field, value: next })} />
      )}
    </>
  );
}

type ValueProps = { field: ListedField; value: string | undefined; onChange: (value: string | undefined) => void };

function Value({ field: { name, type, choices }, value, onChange }: ValueProps) {
  const { t } = useLingui();
  const [text, setText] = useDebounced(value ?? "", (settled) => onChange(settled || undefined));
  const select = (options: { value: string; label: string }[]) => (
    <Select
      compact
      label={t`Value of ${name}`}
      className="max-w-44"
      value={value ?? ""}
      onChange={({ target }) => onChange(target.value || undefined)}
      options={[{ value: "", label: t`Any value` }, ...options]}
    />
  );
  if (type === "choice") return select(choices.map((choice) => ({ value: choice, label: choice })));
  if (type === "checkbox")
    return select([
      { value: "true", label: t`Yes` },
      { value: "false", label: t`No` },
    ]);
  return (
    <div className={controlBox(undefined, "flex h-8 items-center text-small sm:w-44")}>
      <input
        aria-label={t`Value of ${name}`}
        type={type === "date" ? "date" : "text"}
        inputMode={type === "number" ? "decimal" : undefined}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="h-full w-full min-w-0 rounded-ctl bg-transparent px-2.5 outline-none"
      />
    </div>
  );
}
