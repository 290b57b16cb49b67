import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { nameQuestionType } from "../../../../app/termNames.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Confirm } from "../../../../ui/Confirm.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { RequiredNote } from "../../../../ui/RequiredNote.tsx";
import { TextArea } from "../../../../ui/TextArea.tsx";
import { tidyQuestion, type Question } from "../question.ts";
import { EssayFields } from "./EssayFields.tsx";
import { FeedbackFields } from "./FeedbackFields.tsx";
import { FormulaPreview } from "./FormulaPreview.tsx";
import { FreeTextFields } from "./FreeTextFields.tsx";
import { HotspotFields } from "./HotspotFields.tsx";
import { MediaFields, UploadNotice } from "./MediaFields.tsx";
import { MultipleChoiceFields } from "./MultipleChoiceFields.tsx";
import { OrderingFields } from "./OrderingFields.tsx";
import { NumberFields } from "./NumberFields.tsx";
import { PairsFields } from "./PairsFields.tsx";
import { PartialCredit } from "./PartialCredit.tsx";
import { QuestionUploadContext, useQuestionUpload } from "./questionUpload.ts";
import { ShortTextFields } from "./ShortTextFields.tsx";
import { TrueOrFalseFields } from "./TrueOrFalseFields.tsx";

type Props = {
  question: Question;
  isNew: boolean;
  onClose: () => void;
  onSave: (question: Question) => void;
  /** Further fields about the question. */
  children?: ReactNode;
  /** True while it is saved, which may fail: what was typed stays. */
  busy?: boolean;
  error?: string | undefined;
};

/** Edits one question of any type. Nothing changes until 'Save'; closing with changes asks first. */
export function QuestionDialog({ question: initial, isNew, onClose, onSave, children, busy = false, error }: Props) {
  const { t } = useLingui();
  const [question, setQuestion] = useState(initial);
  const [isLeaving, setLeaving] = useState(false);
  const upload = useQuestionUpload();
  const type = nameQuestionType(initial.type);
  const change = (part: Partial<Question>) => setQuestion((before) => ({ ...before, ...part }));
  const close = () => (question === initial ? onClose() : setLeaving(true));

  return (
    <Dialog
      open
      isForm
      size="large"
      onClose={close}
      title={isNew ? t`Add ${type} question` : t`Edit ${type} question`}
      actions={
        <>
          <Button kind="quiet" onClick={close}>
            {t`Close`}
          </Button>
          <Button busy={busy} disabled={upload.sending !== null} onClick={() => onSave(tidyQuestion(question))}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <div className="grid gap-6">
        <RequiredNote />
        <TextArea
          label={t`Question`}
          required
          rows={3}
          value={question.question}
          maxLength={20_000}
          hint={
            initial.type === "Fill the Gaps" ? (
              <GapsHelp />
            ) : (
              t`Write a formula in TeX between \\( and \\), or between $$ and $$ on a line of its own.`
            )
          }
          onChange={(event) => change({ question: event.target.value })}
        />
        <QuestionUploadContext value={upload}>
          <fieldset disabled={upload.sending !== null} className="grid gap-6">
            <MediaFields question={question} onChange={change} />
            {fields()}
          </fieldset>
          <UploadNotice />
        </QuestionUploadContext>
        <FormulaPreview question={question} />
        <PartialCredit type={initial.type} />
        <FeedbackFields question={question} onChange={change} />
        {children}
        {error && (
          <p role="alert" className="text-sm text-danger">
            {error}
          </p>
        )}
      </div>
      <Confirm
        open={isLeaving}
        onClose={() => setLeaving(false)}
        onConfirm={onClose}
        title={t`Discard this question?`}
        confirm={t`Discard`}
        cancel={t`Keep writing`}
      >
        {t`What you changed in it is not saved.`}
      </Confirm>
    </Dialog>
  );

  function fields() {
    switch (initial.type) {
      case "Multiple Choice":
        return <MultipleChoiceFields question={question} onChange={change} />;
      case "True or False":
        return <TrueOrFalseFields question={question} onChange={change} />;
      case "Number":
        return <NumberFields question={question} onChange={change} />;
      case "Short Text":
        return <ShortTextFields question={question} onChange={change} />;
      case "Ordering":
        return <OrderingFields question={question} onChange={change} />;
      case "Match the Pairs":
        return <PairsFields question={question} onChange={change} />;
      case "Free Text":
        return <FreeTextFields question={question} onChange={change} />;
      case "Hotspot":
        return <HotspotFields question={question} onChange={change} />;
      case "Essay":
        return <EssayFields question={question} onChange={change} />;
      case "Fill the Gaps":
        return null;
    }
  }
}

function GapsHelp() {
  const { t } = useLingui();
  return (
    <>
      {t`Put each answer in [brackets]. Separate alternatives by | and put the correct one first.`}
      <span className="mt-1 block">
        {t`Example:`}{" "}
        <code className="rounded bg-sunken px-1.5 py-0.5">{t`The capital of France is [Paris|London|Rome].`}</code>
      </span>
    </>
  );
}
