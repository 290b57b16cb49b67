import { useLingui } from "@lingui/react/macro";
import { Select } from "../../../../ui/Select.tsx";
import { RichTextField } from "../richtext/RichTextField.tsx";
import type { UnitFieldsProps } from "./UnitForm.tsx";

/** A task that learners hand in a text or a file for. */
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
          options={[
            { value: "", label: t`None` },
            { value: "instructor-accepts", label: t`Instructor accepts` },
            { value: "user-uploads", label: t`User uploads` },
          ]}
        />
      </div>
    </>
  );

  function hint() {
    if (unit.completion_option === "instructor-accepts")
      return t`Learners go on when somebody has accepted their work.`;
    if (unit.completion_option === "user-uploads") return t`Learners go on as soon as they have handed something in.`;
    return t`Learners may go on without handing anything in.`;
  }
}
