import { useLingui } from "@lingui/react/macro";
import { nameCompletionOption } from "../../../../../app/termNames.ts";
import { Select } from "../../../../../ui/Select.tsx";
import { RichTextField } from "../../richtext/RichTextField.tsx";
import type { UnitFieldsProps } from "../unitFieldsProps.ts";

/** Edits a task for which learners submit a text or a file. */
export function AssignmentUnitFields({ unit, onChange }: UnitFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <RichTextField label={t`Content`} value={unit.content} onChange={(content) => onChange({ content })} />
      <div className="border-t border-line pt-6">
        <Select
          className="sm:max-w-[calc(50%-10px)]"
          label={t`Completion option`}
          value={unit.completion_option}
          hint={hint()}
          onChange={(event) => onChange({ completion_option: event.target.value })}
          options={["", "instructor-accepts", "user-uploads"].map((value) => ({
            value,
            label: nameCompletionOption(value),
          }))}
        />
      </div>
    </>
  );

  function hint() {
    if (unit.completion_option === "instructor-accepts")
      return t`Learners continue when a reviewer has accepted their work.`;
    if (unit.completion_option === "user-uploads") return t`Learners go on as soon as they have handed something in.`;
    return t`Learners may go on without handing anything in.`;
  }
}
