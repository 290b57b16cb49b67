import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useSyncExternalStore } from "react";
import { BusyOverlay } from "../../../ui/BusyOverlay.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Confirm } from "../../../ui/Confirm.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ProgressBar } from "../../../ui/ProgressBar.tsx";
import { CompareDialog } from "./CompareDialog.tsx";
import { useEditor } from "./editorContext.ts";
import type { useSave } from "./useSave.ts";

/** Shows the dialogs of saving. */
export function SaveDialogs({ save }: { save: ReturnType<typeof useSave> }) {
  const { t } = useLingui();
  const learners = save.touched ?? 0;
  return (
    <>
      <Confirm
        open={save.touched !== null}
        onClose={save.dismiss}
        onConfirm={() => void save.confirm()}
        title={t`Update Course`}
        confirm={t`Update Course`}
        kind="primary"
      >
        {plural(learners, {
          one: "# learner is enrolled in this course and will see your changes at once.",
          other: "# learners are enrolled in this course and will see your changes at once.",
        })}{" "}
        {t`Courses that were completed stay completed.`}
      </Confirm>
      <Dialog
        open={save.hasConflict}
        onClose={save.dismiss}
        title={t`Another user saved this course`}
        actions={
          <>
            <Button kind="quiet" onClick={() => void save.reload()}>
              {t`Reload`}
            </Button>
            <Button kind="quiet" onClick={() => void save.compare()}>
              {t`Compare versions`}
            </Button>
            <Button onClick={() => void save.overwrite()}>{t`Overwrite`}</Button>
          </>
        }
      >
        <p className="text-muted">
          {t`Another user saved the course after you opened it. Compare the versions, reload to continue with theirs, or overwrite it with yours. If you reload, your version is kept on this device and offered to you.`}
        </p>
      </Dialog>
      {save.theirs && <CompareDialog theirs={save.theirs.course} save={save} />}
      <BusyOverlay open={save.phase === "saving"} text={t`Saving...`} />
      {save.phase === "uploading" && <UploadOverlay total={save.awaited} onStop={save.stopWaiting} />}
    </>
  );
}

function UploadOverlay({ total, onStop }: { total: number; onStop: () => void }) {
  const { t } = useLingui();
  const { uploads } = useEditor();
  const running = useSyncExternalStore(uploads.subscribe, uploads.get);
  const pending = [...running.values()].filter(({ status }) => status === "sending");
  if (pending.length === 0) return null;

  const done = total - pending.length;
  const sent = pending.reduce((sum, upload) => sum + (upload.status === "sending" ? upload.part : 0), done);
  return (
    <BusyOverlay open text={t`Uploading content and files, please wait...`}>
      <p className="text-muted tabular-nums">{`(${done}/${total})`}</p>
      <ProgressBar label={t`Upload`} value={(100 * sent) / Math.max(1, total)} />
      <Button kind="quiet" onClick={onStop}>
        {t`Back to the course`}
      </Button>
    </BusyOverlay>
  );
}
