import { useLingui } from "@lingui/react/macro";
import { RadioGroup } from "../../../../ui/RadioGroup.tsx";
import type { QuestionFieldsProps } from "./questionFieldsProps.ts";

/** Chooses whether the statement is true or false. */
export function TrueOrFalseFields({ question, onChange }: QuestionFieldsProps) {
  const { t } = useLingui();
  return (
    <RadioGroup
      label={t`Right answer`}
      value={question.options.find(({ checked }) => checked)?.text ?? null}
      onChange={(right) =>
        onChange({ options: question.options.map((option) => ({ ...option, checked: option.text === right })) })
      }
      options={[
        { value: "True", label: t`True` },
        { value: "False", label: t`False` },
      ]}
    />
  );
}
