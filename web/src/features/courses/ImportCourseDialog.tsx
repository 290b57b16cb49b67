import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { UploadBox, type UploadState } from "../../ui/UploadBox.tsx";
import { CourseImport, ImportCourse } from "./courses.documents.ts";
import { giveUpFile, sendFile } from "./editor/uploads.ts";

/** Imports a course as a draft: uploads its archive and shows the progress. */
export default function ImportCourseDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const stop = useRef(new AbortController());
  const [part, setPart] = useState(0);
  const sending = useMutation({
    mutationFn: async (file: File) => {
      stop.current = new AbortController();
      setPart(0);
      const options = { signal: stop.current.signal, onProgress: setPart };
      const { url: file_path } = await sendFile("archive", file, options);
      return (await execute(ImportCourse, { file_path })).importCourse.id;
    },
  });
  const importId = sending.data;
  const state = useQuery({
    queryKey: ["courseImport", importId],
    queryFn: async () => (await execute(CourseImport, { id: importId! })).courseImport,
    enabled: importId !== undefined,
    refetchInterval: ({ state: { data } }) => (data?.state === "done" || data?.state === "failed" ? false : 1000),
  });
  const made = state.data?.course_id ?? null;
  const isUnderWay = importId !== undefined && state.data?.state !== "done" && state.data?.state !== "failed";
  useEffect(() => {
    if (made !== null) void client.invalidateQueries({ queryKey: ["coursesPage"] });
  }, [client, made]);

  return (
    <Dialog
      open
      isForm
      onClose={close}
      title={t`Import course`}
      actions={
        <>
          <Button kind="quiet" onClick={close}>
            {t`Close`}
          </Button>
          {made !== null && (
            <ButtonLink to="/courses/$id/edit" params={{ id: made }}>
              {t`Edit`}
            </ButtonLink>
          )}
        </>
      }
    >
      <div className="grid gap-5">
        {!isUnderWay && made === null && (
          <UploadBox
            label={t`Archive of a course`}
            accept=".zip"
            hint={t`A file that was exported from a course list, up to 2 GB. It becomes a draft.`}
            upload={uploadState()}
            onChoose={([file]) => file && sending.mutate(file)}
            onCancel={() => {
              stop.current.abort();
              if (sending.variables) giveUpFile("archive", sending.variables);
              sending.reset();
            }}
            onRetry={() => sending.variables && sending.mutate(sending.variables)}
          />
        )}
        {isUnderWay && (
          <div role="status" className="grid gap-2 text-sm">
            <p>{t`The course is being imported. It goes on if you close this window.`}</p>
            <ProgressBar
              label={t`Import course`}
              value={state.data?.total ? (100 * state.data.stored) / state.data.total : 0}
            />
          </div>
        )}
        {made !== null && (
          <div role="status">
            <p>{t`The course was imported as a draft.`}</p>
            <ul className="mt-2 list-disc pl-4 text-sm text-warn-text">
              {state.data!.problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </div>
        )}
        {state.data?.state === "failed" && (
          <div role="alert" className="text-sm text-danger">
            <p className="font-semibold">{t`Nothing was imported.`}</p>
            <ul className="list-disc pl-4">
              {state.data.problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </div>
        )}
        {state.error && (
          <p role="alert" className="text-sm text-danger">
            {getMessage(state.error)}
          </p>
        )}
      </div>
    </Dialog>
  );

  function close() {
    stop.current.abort();
    onClose();
  }

  function uploadState(): UploadState | null {
    const file = sending.variables;
    if (file && sending.isPending) return { status: "sending", file, part };
    return file && sending.error ? { status: "failed", file, message: getMessage(sending.error) } : null;
  }
}
