import { DrawsField } from "../../questions/DrawsField.tsx";
import { QuestionList } from "../../questions/QuestionList.tsx";
import type { UnitFieldsProps } from "../unitFieldsProps.ts";
import { TestSettingsFields } from "./TestSettingsFields.tsx";

/** Edits the questions of a test, what it draws, and how it is taken. */
export function TestUnitFields({ unit, onChange }: UnitFieldsProps) {
  return (
    <>
      <QuestionList title={unit.title} questions={unit.questions} onChange={(questions) => onChange({ questions })} />
      <DrawsField draws={unit.draws} onChange={(draws) => onChange({ draws })} />
      <TestSettingsFields unit={unit} onChange={onChange} />
    </>
  );
}
