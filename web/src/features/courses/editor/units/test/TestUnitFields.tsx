import { DrawsField } from "../../questions/DrawsField.tsx";
import { QuestionList } from "../../questions/QuestionList.tsx";
import type { UnitFieldsProps } from "../unitFieldsProps.ts";

export function TestUnitFields({ unit, onChange }: UnitFieldsProps) {
  return (
    <>
      <QuestionList questions={unit.questions} onChange={(questions) => onChange({ questions })} />
      <DrawsField draws={unit.draws} onChange={(draws) => onChange({ draws })} />
    </>
  );
}
