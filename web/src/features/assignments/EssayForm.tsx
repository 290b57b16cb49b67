import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, firstMessage, getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { menuCountsQuery } from "../../app/menuCounts.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Field } from "../../ui/Field.tsx";
import { formatDateTime, formatPercent } from "../../ui/format.ts";
import { RadioGroup } from "../../ui/RadioGroup.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { toast } from "../../ui/toast.ts";
import { type Essay, MarkEssay } from "./essays.documents.ts";

/** Marks an essay: a level of each criterion, or points, and a comment. A mark can be changed. */
export function EssayForm({ essay }: { essay: Essay }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { rubric, attempt_id, question_id } = essay;
  const [chosen, setChosen] = useState<Record<string, string>>(() => readLevels(essay));
  const [points, setPoints] = useState(rubric.length === 0 ? String(essay.mark_points ?? "") : "");
  const [comment, setComment] = useState(essay.mark_comment ?? "");
  const [isMissing, setMissing] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      execute(MarkEssay, {
        attempt_id,
        question_id,
        comment,
        replaces: essay.marked_at ?? null,
        ...(rubric.length > 0
          ? { levels: rubric.map(({ criterion }) => ({ criterion, level: chosen[criterion] ?? "" })) }
          : { points: Number(points) }),
      }),
    onSuccess: ({ markEssay }) => {
      toast({
        kind: "success",
        text:
          markEssay.score == null ? t`The essay was marked.` : t`The essay was marked, and the test has its result.`,
      });
      return Promise.all([
        queries.invalidateQueries({ queryKey: ["submission"] }),
        queries.invalidateQueries({ queryKey: ["submissions"] }),
        queries.invalidateQueries({ queryKey: menuCountsQuery.queryKey }),
      ]);
    },
  });
  const refusals = error instanceof ApiError ? error : null;
  const refusal = (field: string) => (refusals ? firstMessage(refusals, [field]) : undefined);
  const isShown = ["levels", "points", "comment"].some((field) => refusal(field));
  const sum = rubric.reduce((total, { criterion, levels }) => {
    const level = levels.find(({ text }) => text === chosen[criterion]);
    return total + (level?.points ?? 0);
  }, 0);
  const most = essay.points;
  const isComplete =
    rubric.length > 0 ? rubric.every(({ criterion }) => chosen[criterion]) : /^\d+$/.test(points.trim());

  return (
    <Card title={essay.marked_at ? t`Mark` : t`Mark this essay`}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(!isComplete);
          if (isComplete) mutate();
        }}
      >
        {essay.marked_at && <Marked essay={essay} />}
        {rubric.map(({ criterion, levels }) => (
          <RadioGroup
            key={criterion}
            label={criterion}
            value={chosen[criterion] ?? null}
            onChange={(level) => setChosen((before) => ({ ...before, [criterion]: level }))}
            error={isMissing && !chosen[criterion] ? t`Choose a level.` : undefined}
            options={levels.map(({ text, points }) => ({
              value: text,
              label: text,
              hint: plural(points, { one: "# point", other: "# points" }),
            }))}
          />
        ))}
        {rubric.length > 0 ? (
          <p role="status" className="text-sm font-medium tabular-nums">
            {t`${sum} of ${most} points`}
          </p>
        ) : (
          <Field
            className="max-w-40"
            label={t`Points`}
            hint={t`From 0 to ${most}.`}
            type="number"
            inputMode="numeric"
            min={0}
            max={most}
            step={1}
            required
            value={points}
            error={isMissing && !isComplete ? t`Enter points from 0 to ${most}.` : refusal("points")}
            onChange={({ target }) => setPoints(target.value)}
          />
        )}
        {refusal("levels") && <Problem text={refusal("levels")!} />}
        <TextArea
          label={t`Comment`}
          hint={t`The learner reads it with the result, as far as the review of the test allows.`}
          rows={5}
          maxLength={5000}
          value={comment}
          error={refusal("comment")}
          onChange={({ target }) => setComment(target.value)}
        />
        {error && !isShown && <Problem text={getMessage(error)} />}
        {essay.marked_at && (
          <p className="text-small text-muted">
            {t`A changed mark changes the score, and the learner is notified. What is complete stays complete, also below the pass mark.`}
          </p>
        )}
        <div>
          <Button type="submit" busy={isPending}>
            {essay.marked_at ? t`Change mark` : t`Save mark`}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Shows who marked the essay and what the attempt came to. */
function Marked({ essay: { marker, marked_at, score, is_passed, others_waiting } }: { essay: Essay }) {
  const { t } = useLingui();
  const when = marked_at ? formatDateTime(marked_at) : "";
  const result = formatPercent(score ?? 0, Number.isInteger(score) ? 0 : 1);
  return (
    <div className="text-sm">
      <p className="text-muted">{marker ? t`By ${marker}, ${when}` : when}</p>
      <p className="mt-1 font-medium">
        {score == null
          ? plural(others_waiting, {
              one: "# other essay of this attempt waits.",
              other: "# other essays of this attempt wait.",
            })
          : is_passed
            ? t`The learner passed with ${result}.`
            : t`The learner did not pass: ${result}.`}
      </p>
    </div>
  );
}

/** Returns the levels of the mark, by criterion, as far as the rubric still has them. */
function readLevels({ rubric, mark_levels }: Essay): Record<string, string> {
  const kept = rubric.flatMap(({ criterion, levels }) => {
    const marked = mark_levels?.find((each) => each.criterion === criterion);
    return marked && levels.some(({ text }) => text === marked.level) ? [[criterion, marked.level]] : [];
  });
  return Object.fromEntries(kept) as Record<string, string>;
}

const Problem = ({ text }: { text: string }) => (
  <p role="alert" className="text-sm text-danger">
    {text}
  </p>
);
