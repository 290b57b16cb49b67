import { QuestionList } from "../questions/QuestionList.tsx";
import type { UnitFieldsProps } from "./UnitForm.tsx";

export function TestUnitFields({ unit, onChange }: UnitFieldsProps) {
  return <QuestionList questions={unit.questions} onChange={(questions) => onChange({ questions })} />;
}
