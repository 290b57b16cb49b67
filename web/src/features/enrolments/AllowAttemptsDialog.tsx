import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { forEditing } from "../../app/Loaded.tsx";
import { parseWholeNumber } from "../../app/numbers.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { AllowTestAttempts, LimitedTests, TestAllowance } from "./enrolments.documents.ts";

type Props = {
  courseId: number;
  userId: number;
  onClose: () => void;
  /** Called with what happened. */
  onDone: (text: string) => unknown;
};

/** Allows one person of a course more attempts at a test than others. */
export function AllowAttemptsDialog({ courseId, userId, onClose, onDone }: Props) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState("");
  const [typed, setTyped] = useState<string | null>(null);
  const read = useQuery({
    queryKey: ["limitedTests", courseId],
    queryFn: async () => (await execute(LimitedTests, { id: courseId })).course?.tests ?? [],
  });
  const tests = (read.data ?? []).filter(({ attempts_allowed }) => attempts_allowed != null);
  const unitId = Number(chosen || tests[0]?.id);
  const allowance = useQuery({
    queryKey: ["testAllowance", courseId, unitId, userId],
    queryFn: async () =>
      (await execute(TestAllowance, { course_id: courseId, unit_id: unitId, user_id: userId })).testAllowance ?? 0,
    enabled: tests.length > 0,
    ...forEditing,
  });
  // What is allowed already is replaced, so it is shown.
  const extra = typed ?? (allowance.data === undefined ? "" : String(allowance.data || 1));
  const allowing = useMutation({
    mutationFn: async () =>
      (
        await execute(AllowTestAttempts, {
          course_id: courseId,
          unit_id: unitId,
          user_id: userId,
          extra: parseWholeNumber(extra) ?? 0,
        })
      ).allowTestAttempts.attempts_allowed,
    onSuccess: (allowed) => onDone(t`Attempts allowed at this test now: ${allowed}.`),
  });
  const problem = allowing.error ?? read.error ?? allowance.error;
  return (
    <Dialog
      open
      onClose={onClose}
      isForm
      title={t`Allow more test attempts`}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button
            busy={allowing.isPending}
            disabled={tests.length === 0 || extra === ""}
            onClick={() => allowing.mutate()}
          >
            {t`Allow attempts`}
          </Button>
        </>
      }
    >
      {problem && (
        <p role="alert" className="mb-4 text-sm text-danger">
          {getMessage(problem)}
        </p>
      )}
      {read.isPending ? (
        <Skeleton className="h-24" />
      ) : tests.length === 0 ? (
        <p className="text-muted">{t`No test of this course limits its attempts.`}</p>
      ) : (
        <div className="grid gap-5">
          <Select
            label={t`Test`}
            value={String(unitId)}
            onChange={(event) => {
              setChosen(event.target.value);
              setTyped(null);
            }}
            options={tests.map(({ id, title, attempts_allowed }) => ({
              value: String(id),
              label: `${title ?? t`Test Unit`} (${attempts_allowed})`,
            }))}
          />
          <Field
            label={t`Attempts beyond those of everybody`}
            hint={t`0 takes them back.`}
            type="number"
            inputMode="numeric"
            min={0}
            max={100}
            step={1}
            required
            value={extra}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      )}
    </Dialog>
  );
}
