import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useViewer } from "../../../../../app/session.ts";
import { Button } from "../../../../../ui/Button.tsx";
import { RichText } from "../../../../../ui/text/RichText.tsx";
import { markComplete, type Mode, unitQuery } from "../../courseQuery.ts";
import { SurveyForm } from "./SurveyForm.tsx";
import { type Answers, removeSurveyDraft, type SurveyUnit } from "./surveyDraft.ts";

type Props = { mode: Mode; courseId: number; unit: SurveyUnit };

/** Shows a survey: its questions until they are answered, and then that they are. */
export function SurveyViewer({ mode, courseId, unit }: Props) {
  const { t } = useLingui();
  const viewer = useViewer();
  const queries = useQueryClient();
  const [isChanging, setChanging] = useState(false);
  const isPreview = mode === "preview";
  const hasAnswered = unit.survey?.has_answered ?? false;
  const keptUnder = `${viewer.id}:${unit.id}`;
  // Answered on another device: what is kept here can no longer be submitted, and names who answered.
  const isDraftObsolete = hasAnswered && unit.is_anonymous;
  useEffect(() => {
    if (isDraftObsolete) removeSurveyDraft(keptUnder);
  }, [isDraftObsolete, keptUnder]);

  return (
    <>
      <RichText content={unit.content} optional />
      <p className="mt-6 rounded-card border border-line bg-surface p-5 text-sm">
        {unit.is_anonymous
          ? t`This survey is anonymous. Your answers are stored without your name and shown only together with at least four others. You cannot change them after you submit them.`
          : t`This survey is not anonymous: those who read the results see your name. You may change your answers later.`}
      </p>
      <p role="status" className="mt-6 text-sm font-medium text-ok-text empty:hidden">
        {hasAnswered && !isChanging && t`Thank you. Your answers have been submitted.`}
      </p>
      {hasAnswered && !isChanging ? (
        !unit.is_anonymous && (
          <Button kind="quiet" className="mt-4" onClick={() => setChanging(true)}>
            {t`Change answers`}
          </Button>
        )
      ) : (
        <SurveyForm
          courseId={courseId}
          unit={unit}
          isPreview={isPreview}
          keptUnder={keptUnder}
          given={toAnswers(unit)}
          onCancel={isChanging ? () => setChanging(false) : undefined}
          onDone={async (isWhole) => {
            markComplete(queries, courseId, { unitId: unit.id, isWhole, mode });
            await reload();
            setChanging(false);
          }}
          onRefused={reload}
        />
      )}
    </>
  );

  async function reload() {
    await queries.refetchQueries({ queryKey: unitQuery(courseId, unit.id, mode).queryKey, exact: true });
    // Every other screen with progress is read again when it is opened.
    void queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== "player" && name !== "viewer" });
  }
}

const toAnswers = ({ survey }: SurveyUnit): Answers =>
  Object.fromEntries(
    (survey?.answers ?? []).map(({ key, number, options, text }) => [key, { number, options, text: text ?? "" }]),
  );
