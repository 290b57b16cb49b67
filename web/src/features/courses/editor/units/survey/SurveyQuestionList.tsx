import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, Copy, Plus, Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "../../../../../ui/Button.tsx";
import { buttonClass } from "../../../../../ui/buttonClass.ts";
import { Confirm } from "../../../../../ui/Confirm.tsx";
import { Menu, MenuItem } from "../../../../../ui/Menu.tsx";
import { Tag } from "../../../../../ui/Tag.tsx";
import { SurveyQuestionFields } from "./SurveyQuestionFields.tsx";
import {
  copySurveyQuestion,
  mostSurveyQuestions,
  newSurveyQuestion,
  type SurveyKind,
  surveyKinds,
  type SurveyQuestion,
} from "./surveyQuestions.ts";

type Props = {
  questions: SurveyQuestion[];
  /** Only the wording and the order may change. */
  isFrozen: boolean;
  onChange: (questions: SurveyQuestion[]) => void;
};

/** Edits the questions of a survey in their order. */
export function SurveyQuestionList({ questions, isFrozen, onChange }: Props) {
  const { t, i18n } = useLingui();
  const [toDelete, setToDelete] = useState<string | null>(null);
  const isFull = isFrozen || questions.length >= mostSurveyQuestions;
  return (
    <section aria-label={t`Questions`}>
      <h3 className="mb-2 text-sm font-medium">{t`Questions`}</h3>
      {questions.length === 0 && <p className="mb-3 text-sm text-muted">{t`No questions yet.`}</p>}
      <ol className="mb-4 grid gap-4 empty:hidden">
        {questions.map((question, index) => (
          <li key={question.key} className="rounded-ctl border border-line p-4">
            <div className="mb-3 flex flex-wrap items-center gap-2">
              <span className="text-sm text-muted tabular-nums">{index + 1}.</span>
              <Tag>{i18n._(surveyKinds[question.kind as SurveyKind])}</Tag>
              <div className="ml-auto flex shrink-0">
                <Action label={t`Move question ${index + 1} up`} disabled={index === 0} onPress={() => move(index, -1)}>
                  <ArrowUp size={16} aria-hidden />
                </Action>
                <Action
                  label={t`Move question ${index + 1} down`}
                  disabled={index === questions.length - 1}
                  onPress={() => move(index, 1)}
                >
                  <ArrowDown size={16} aria-hidden />
                </Action>
                <Action
                  label={t`Duplicate question ${index + 1}`}
                  disabled={isFull}
                  onPress={() => onChange(questions.toSpliced(index + 1, 0, copySurveyQuestion(question)))}
                >
                  <Copy size={16} aria-hidden />
                </Action>
                <Action
                  label={t`Delete question ${index + 1}`}
                  disabled={isFrozen}
                  onPress={() => setToDelete(question.key)}
                >
                  <Trash2 size={16} aria-hidden />
                </Action>
              </div>
            </div>
            <SurveyQuestionFields
              question={question}
              number={index + 1}
              isFrozen={isFrozen}
              onChange={(part) => onChange(questions.with(index, { ...question, ...part }))}
            />
          </li>
        ))}
      </ol>
      {!isFull && (
        <Menu
          align="start"
          triggerClass={buttonClass({ kind: "quiet" })}
          trigger={
            <>
              <Plus size={16} aria-hidden />
              {t`Add question`}
            </>
          }
        >
          {Object.entries(surveyKinds).map(([kind, name]) => (
            <MenuItem key={kind} onPress={() => onChange([...questions, newSurveyQuestion(kind as SurveyKind)])}>
              {i18n._(name)}
            </MenuItem>
          ))}
        </Menu>
      )}
      <Confirm
        open={toDelete !== null}
        onClose={() => setToDelete(null)}
        onConfirm={() => {
          onChange(questions.filter(({ key }) => key !== toDelete));
          setToDelete(null);
        }}
        title={t`Confirm Deletion`}
        confirm={t`Delete`}
      >
        {t`Are you sure you want to delete this question?`}
      </Confirm>
    </section>
  );

  function move(index: number, by: number) {
    const question = questions[index];
    if (question) onChange(questions.toSpliced(index, 1).toSpliced(index + by, 0, question));
  }
}

type ActionProps = { label: string; disabled: boolean; onPress: () => void; children: ReactNode };

function Action({ label, disabled, onPress, children }: ActionProps) {
  return (
    <Button kind="ghost" size="icon" keepsFocus aria-label={label} disabled={disabled} onClick={onPress}>
      {children}
    </Button>
  );
}
