import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, firstMessage, getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { Confirm } from "../../../ui/Confirm.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { TextArea } from "../../../ui/TextArea.tsx";
import { toast } from "../../../ui/toast.ts";
import { BeginAgain, RestoreCertificate, RevokeCertificate } from "./certified.documents.ts";
import type { Certified } from "./certifiedTable.tsx";

/** Renders the actions of an admin on a certificate: revoke it with a reason, restore it, and have a course taken again. */
export function CertifiedActions({ row, onChanged }: { row: Certified; onChanged: () => void }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState<"revoke" | "again" | null>(null);
  const [reason, setReason] = useState("");
  const { course_id } = row;
  const which = { user_id: row.user_id, course_id: course_id ?? null, path_id: row.path_id ?? null };
  const done = (text: string) => {
    toast({ kind: "success", text });
    setAsking(null);
    setReason("");
    onChanged();
  };
  const revoke = useMutation({
    mutationFn: () => execute(RevokeCertificate, { ...which, reason }),
    onSuccess: () => done(t`The certificate has been revoked.`),
  });
  const restore = useMutation({
    mutationFn: () => execute(RestoreCertificate, which),
    onSuccess: () => done(t`The certificate is valid again.`),
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
  const again = useMutation({
    mutationFn: (course: number) => execute(BeginAgain, { user_id: row.user_id, course_id: course }),
    onSuccess: () => done(t`${row.user_name} can take the course again.`),
  });
  const name = row.user_name;
  const ask = (what: "revoke" | "again") => {
    revoke.reset();
    again.reset();
    setAsking(what);
  };

  return (
    <span className="inline-flex flex-wrap justify-end gap-1">
      {row.state === "revoked" ? (
        <Button
          kind="ghost"
          size="small"
          busy={restore.isPending}
          aria-label={t`Restore: ${name}`}
          onClick={() => restore.mutate()}
        >
          {t`Restore`}
        </Button>
      ) : (
        <Button kind="ghost" size="small" aria-label={t`Revoke: ${name}`} onClick={() => ask("revoke")}>
          {t`Revoke`}
        </Button>
      )}
      {course_id != null && !row.is_again && (
        <Button kind="ghost" size="small" aria-label={t`Take again: ${name}`} onClick={() => ask("again")}>
          {t`Take again`}
        </Button>
      )}
      <Dialog
        isForm
        open={asking === "revoke"}
        onClose={() => setAsking(null)}
        title={t`Revoke the certificate`}
        actions={
          <>
            <Button kind="quiet" disabled={revoke.isPending} onClick={() => setAsking(null)}>{t`Cancel`}</Button>
            <Button kind="danger" busy={revoke.isPending} onClick={() => revoke.mutate()}>{t`Revoke`}</Button>
          </>
        }
      >
        <p className="mb-4 text-muted">
          {t`People who check the certificate of ${name} for ‘${row.course_title}’ will read that it is no longer valid.`}
        </p>
        <TextArea
          label={t`Reason`}
          hint={t`It is kept in the audit log and shown to administrators only.`}
          rows={3}
          maxLength={500}
          value={reason}
          error={revoke.error ? getReason(revoke.error) : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
      </Dialog>
      <Confirm
        kind="primary"
        open={asking === "again"}
        onClose={() => setAsking(null)}
        onConfirm={() => course_id != null && again.mutate(course_id)}
        title={t`Take the course again`}
        confirm={t`Take again`}
        busy={again.isPending}
        error={again.error ? getMessage(again.error) : undefined}
      >
        {t`${name} starts ‘${row.course_title}’ again: the progress starts at zero. Earlier answers and the certificate are kept.`}
      </Confirm>
    </span>
  );
}

const getReason = (error: unknown) =>
  (error instanceof ApiError && firstMessage(error, ["reason"])) || getMessage(error);
