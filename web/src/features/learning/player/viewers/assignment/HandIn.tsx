import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { ApiError, firstMessage, getMessage } from "../../../../../app/errors.ts";
import { Button } from "../../../../../ui/Button.tsx";
import { TextArea } from "../../../../../ui/TextArea.tsx";
import { storeSubmission, type HandedIn } from "../../responses.ts";
import type { Unit } from "../../units.ts";
import { FileToHandIn } from "./FileToHandIn.tsx";
import { useKeptDraft } from "./keptDraft.ts";
import { Form } from "../../../../../ui/Form.tsx";

type Props = {
  courseId: number;
  unit: Unit;
  timeSpent: () => number;
  attempt: number;
  /** The key of the draft: user and unit. */
  keptUnder: string;
  /** The previous text, which starts the next one. */
  former: string | null;
  onCancel: () => void;
  onDone: () => Promise<void>;
};

/** Shows the choice of text or file and its form. Restores a draft from this device. */
export function HandIn({ courseId, unit, timeSpent, attempt, keptUnder, former, onCancel, onDone }: Props) {
  const { t } = useLingui();
  const { text, file, setText, setFile, getSubmissionId, clear } = useKeptDraft(keptUnder, attempt);
  const [way, setWay] = useState<"text" | "file" | null>(file ? "file" : text ? "text" : null);
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (given: HandedIn) => storeSubmission(courseId, unit, getSubmissionId(given), given, timeSpent()),
    onSuccess: async () => {
      clear();
      await onDone();
    },
    onError: (error) => setProblem(getReason(error, t`Failed to submit response`)),
  });

  if (way === null)
    return (
      <div className="flex flex-wrap gap-3">
        <Button onClick={beginText}>{t`Submit Text`}</Button>
        <Button kind="quiet" onClick={() => setWay("file")}>{t`Upload File`}</Button>
      </div>
    );
  return (
    <Form onSubmit={submit} className="rounded-card border border-line bg-surface p-5 sm:p-6">
      {way === "text" ? (
        <TextArea
          label={t`Your text`}
          hint={t`It is kept on this device until you submit it.`}
          rows={10}
          value={text}
          // Text typed while sending would be neither sent nor stored.
          readOnly={isPending}
          onChange={({ target }) => {
            setProblem(null);
            setText(target.value);
          }}
        />
      ) : (
        <FileToHandIn
          courseId={courseId}
          unitId={unit.id}
          file={file}
          onChange={(chosen) => {
            setProblem(null);
            setFile(chosen);
          }}
        />
      )}
      {problem && (
        <p role="alert" className="mt-4 text-sm text-danger">
          {problem}
        </p>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button type="submit" busy={isPending}>
          {isPending ? t`Submitting...` : t`Submit`}
        </Button>
        <Button kind="quiet" disabled={isPending} onClick={cancel}>
          {t`Cancel`}
        </Button>
      </div>
    </Form>
  );

  function beginText() {
    if (!text && former) setText(former);
    setWay("text");
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const content = text.trim();
    if (way === "text" ? !content : !file) return setProblem(t`Please provide a valid submission.`);
    setProblem(null);
    mutate(file && way === "file" ? { type: "AssignmentFile", file: file.path } : { type: "AssignmentText", content });
  }

  function cancel() {
    clear();
    setProblem(null);
    setWay(null);
    onCancel();
  }
}

/** Returns the server's message when it has decided; otherwise the failure and its reason. */
function getReason(error: unknown, failed: string) {
  const refusal = error instanceof ApiError && firstMessage(error, ["response", "input_type", "unit_type"]);
  return refusal || `${failed}. ${getMessage(error)}`;
}
