import type { Question } from "../question.ts";

/** The properties of the fields of a question of any type. */
export type QuestionFieldsProps = { question: Question; onChange: (change: Partial<Question>) => void };
