import type { Answer, Question } from "./answer.ts";

/** The properties of the controls of a question of any type. */
export type QuestionProps = { question: Question; answer: Answer; onChange: (answer: Answer) => void };
