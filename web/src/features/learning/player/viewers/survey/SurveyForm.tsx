import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState, type FormEvent } from "react";
import { ApiError, getMessage } from "../../../../../app/errors.ts";
import { execute } from "../../../../../app/graphql.ts";
import { Button } from "../../../../../ui/Button.tsx";
import { Form } from "../../../../../ui/Form.tsx";
import { SubmitSurvey } from "./survey.documents.ts";
import { type Answers, blankAnswer, listMissing, type SurveyUnit, useSurveyDraft } from "./surveyDraft.ts";
import { SurveyQuestionField } from "./SurveyQuestionField.tsx";

type Props = {
  courseId: number;
  unit: SurveyUnit;
  /** Nothing is submitted. */
  isPreview: boolean;
  /** The key of the draft: user and unit. */
  keptUnder: string;
  /** The answers that were given before. */
  given: Answers;
  onCancel: (() => void) | undefined;
  onDone: (isWhole: boolean) => Promise<void>;
  /** The server refused the answers: the survey may have changed, or been answered in another window. */
  onRefused: () => Promise<void>;
};

/** Asks the questions of a survey. What is answered is stored on this device until it is submitted. */
export function SurveyForm({ courseId, unit, isPreview, keptUnder, given, onCancel, onDone, onRefused }: Props) {
  const { t } = useLingui();
  const form = useRef<HTMLDivElement>(null);
  const kept = isPreview ? `preview:${keptUnder}` : keptUnder;
  const { answers, change, clear } = useSurveyDraft(kept, given, unit.survey_questions);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const list = unit.survey_questions.map(({ key }) => ({ key, ...(answers[key] ?? blankAnswer) }));
      return (await execute(SubmitSurvey, { course_id: courseId, unit_id: unit.id, answers: list })).submitSurvey;
    },
    onSuccess: async ({ course_complete }) => {
      clear();
      await onDone(course_complete);
    },
    onError: async (error) => {
      const byQuestion = listProblems(error);
      setProblems(byQuestion);
      setProblem(Object.keys(byQuestion).length > 0 ? null : getMessage(error));
      if (error instanceof ApiError && error.code === "CONFLICT") await onRefused();
      focusFirst(byQuestion);
    },
  });

  return (
    <Form onSubmit={submit} className="mt-6">
      <div ref={form} className="grid gap-6">
        {unit.survey_questions.map((question, index) => (
          <SurveyQuestionField
            key={question.key}
            question={question}
            number={index + 1}
            answer={answers[question.key] ?? blankAnswer}
            error={problems[question.key]}
            // What is changed while it is sent would be neither sent nor stored.
            disabled={isPending}
            onChange={(part) => {
              change(question.key, part);
              setProblems(({ [question.key]: _, ...others }) => others);
            }}
          />
        ))}
      </div>
      {problem && (
        <p role="alert" className="mt-5 text-sm text-danger">
          {problem}
        </p>
      )}
      <div className="mt-6 flex flex-wrap items-center gap-3">
        {isPreview ? (
          <p className="text-sm text-muted">{t`In the preview nothing is submitted.`}</p>
        ) : (
          <>
            <Button type="submit" busy={isPending}>
              {isPending ? t`Submitting...` : t`Submit answers`}
            </Button>
            {onCancel && (
              <Button
                kind="quiet"
                disabled={isPending}
                onClick={() => {
                  clear();
                  onCancel();
                }}
              >
                {t`Cancel`}
              </Button>
            )}
            <p className="text-small text-muted">{t`Your answers are kept on this device until you submit them.`}</p>
          </>
        )}
      </div>
    </Form>
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isPreview) return;
    setProblem(null);
    const missing = listMissing(unit.survey_questions, answers);
    const found = Object.fromEntries(missing.map((key) => [key, t`Answer this question.`]));
    setProblems(found);
    if (missing.length > 0) return focusFirst(found);
    mutate();
  }

  /** Moves the focus to the first question with a problem. */
  function focusFirst(found: Record<string, string>) {
    const first = unit.survey_questions.findIndex(({ key }) => found[key]);
    if (first === -1) return;
    const field = form.current?.children[first];
    field?.querySelector<HTMLElement>("input, textarea")?.focus();
  }
}

/** Returns the server's messages by the keys of questions. */
function listProblems(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    Object.entries(error.validation ?? {}).flatMap(([field, [message]]) =>
      field.startsWith("answers.") && message ? [[field.slice("answers.".length), message]] : [],
    ),
  );
}
