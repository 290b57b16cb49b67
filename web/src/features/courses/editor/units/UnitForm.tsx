import { useLingui } from "@lingui/react/macro";
import { Card } from "../../../../ui/Card.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { RequiredNote } from "../../../../ui/RequiredNote.tsx";
import type { Unit } from "../draft.ts";
import { useEditor } from "../editorContext.ts";
import type { UnitChange } from "./unitFieldsProps.ts";
import { unitForms } from "./unitForms.ts";

/** Edits one unit. */
export function UnitForm({ unit }: { unit: Unit }) {
  const { t } = useLingui();
  const { dispatch } = useEditor();
  const { Fields } = unitForms[unit.type];
  const change = (part: UnitChange) => dispatch({ do: "changeUnit", key: unit.key, change: part });

  return (
    <Card>
      <h2 className="sr-only">{unit.title}</h2>
      <div className="grid grid-cols-1 gap-6">
        <RequiredNote />
        <Field
          label={t`Title`}
          required
          value={unit.title}
          maxLength={200}
          onChange={(event) => change({ title: event.target.value })}
        />
        <Fields unit={unit} onChange={change} />
      </div>
    </Card>
  );
}
