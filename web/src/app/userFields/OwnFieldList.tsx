import type { UserField } from "./userFields.documents.ts";
import { useFieldValueText } from "./useFieldValueText.ts";

type Props = { values: readonly { field: Pick<UserField, "id" | "name" | "type">; value?: string | null }[] };

/** Lists the values of a user's own fields; nothing without a value. */
export function OwnFieldList({ values }: Props) {
  const format = useFieldValueText();
  const filled = values.filter(({ value }) => value);
  if (filled.length === 0) return null;
  return (
    <dl className="mb-6 flex flex-wrap gap-x-10 gap-y-3 text-sm">
      {filled.map(({ field, value }) => (
        <div key={field.id} className="min-w-0">
          <dt className="text-small text-muted">{field.name}</dt>
          <dd>{format(field.type, value)}</dd>
        </div>
      ))}
    </dl>
  );
}
