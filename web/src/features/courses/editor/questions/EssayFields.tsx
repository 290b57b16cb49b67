import { useLingui } from "@lingui/react/macro";
import { Plus, X } from "lucide-react";
import { Button } from "../../../../ui/Button.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { TextArea } from "../../../../ui/TextArea.tsx";
import { countRubricPoints, type Criterion, emptyCriterion, emptyLevel, type Level } from "../rubric.ts";
import type { QuestionFieldsProps } from "./questionFieldsProps.ts";
import { RowsEditor } from "./RowsEditor.tsx";
import { TextInput } from "./TextInput.tsx";

const mostCriteria = 20;

/** Edits the limits of words of an essay, the rubric by which it is marked, and the note for markers. */
export function EssayFields({ question, onChange }: QuestionFieldsProps) {
  const { t } = useLingui();
  const { rubric = [], min_words = "", max_words = "", marker_note = "" } = question;
  const points = countRubricPoints(rubric);
  const words = { type: "number", inputMode: "numeric", min: 1, max: 20_000, step: 1 } as const;
  return (
    <>
      <p className="text-sm text-muted">{t`A person marks the answer in the submissions. Until then the test has no result.`}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          {...words}
          label={t`At least so many words`}
          hint={t`Empty for no limit. What learners write is kept in any case.`}
          value={min_words}
          onChange={({ target }) => onChange({ min_words: target.value })}
        />
        <Field
          {...words}
          label={t`At most so many words`}
          value={max_words}
          onChange={({ target }) => onChange({ max_words: target.value })}
        />
      </div>
      <fieldset className="grid gap-4">
        <legend className="mb-1.5 text-sm font-medium">{t`Rubric`}</legend>
        <p className="text-small text-muted">
          {t`The marker chooses a level of each criterion. The highest levels add up to the points of the question. Without a rubric, the marker gives points. Learners see the levels that they reached with their result, and nothing of the rubric before.`}
        </p>
        {rubric.map((criterion, at) => (
          <CriterionFields
            key={at}
            number={at + 1}
            criterion={criterion}
            onChange={(changed) => onChange({ rubric: rubric.with(at, changed) })}
            onRemove={() => onChange({ rubric: rubric.toSpliced(at, 1) })}
          />
        ))}
        <div className="flex flex-wrap items-center gap-4">
          <Button
            kind="quiet"
            size="small"
            disabled={rubric.length >= mostCriteria}
            onClick={() => onChange({ rubric: [...rubric, emptyCriterion] })}
          >
            <Plus size={15} aria-hidden />
            {t`Add criterion`}
          </Button>
          {rubric.length > 0 && (
            <p role="status" className="text-sm tabular-nums">{t`Points of the question: ${points}`}</p>
          )}
        </div>
      </fieldset>
      <TextArea
        label={t`Note for markers`}
        hint={t`Learners never read it.`}
        rows={2}
        maxLength={5000}
        value={marker_note}
        onChange={({ target }) => onChange({ marker_note: target.value })}
      />
    </>
  );
}

type CriterionProps = {
  number: number;
  criterion: Criterion;
  onChange: (criterion: Criterion) => void;
  onRemove: () => void;
};

function CriterionFields({ number, criterion, onChange, onRemove }: CriterionProps) {
  const { t } = useLingui();
  return (
    <div className="rounded-ctl border border-line p-4">
      <div className="mb-4 flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <TextInput
            label={t`Criterion ${number}`}
            value={criterion.criterion}
            maxLength={500}
            required
            onChange={({ target }) => onChange({ ...criterion, criterion: target.value })}
          />
        </div>
        <Button kind="ghost" size="icon" aria-label={t`Remove criterion ${number}`} onClick={onRemove}>
          <X size={16} aria-hidden />
        </Button>
      </div>
      <RowsEditor<Level>
        legend={t`Levels of criterion ${number}`}
        rows={criterion.levels}
        onChange={(levels) => onChange({ ...criterion, levels })}
        empty={emptyLevel}
        addLabel={t`Add level`}
        canReorder
      >
        {(level, change, at) => (
          <div className="grid grid-cols-[minmax(0,1fr)_5rem] gap-2">
            <TextInput
              label={t`Level ${at} of criterion ${number}`}
              placeholder={t`Level`}
              value={level.text}
              maxLength={1000}
              required
              onChange={({ target }) => change({ text: target.value })}
            />
            <TextInput
              label={t`Points of level ${at} of criterion ${number}`}
              type="number"
              inputMode="numeric"
              min={0}
              max={1000}
              step={1}
              value={level.points}
              onChange={({ target }) => change({ points: target.value })}
            />
          </div>
        )}
      </RowsEditor>
    </div>
  );
}
