import { Plural, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { Suspense, useCallback, useMemo, useState } from "react";
import { boot } from "../../../../../app/boot.ts";
import { getMessage } from "../../../../../app/errors.ts";
import { execute } from "../../../../../app/graphql.ts";
import { loadTexts } from "../../../../../app/i18n.ts";
import { Button } from "../../../../../ui/Button.tsx";
import { ButtonLink } from "../../../../../ui/ButtonLink.tsx";
import { Checkbox } from "../../../../../ui/Checkbox.tsx";
import { ErrorState } from "../../../../../ui/ErrorState.tsx";
import { ProgressBar } from "../../../../../ui/ProgressBar.tsx";
import { Skeleton } from "../../../../../ui/Skeleton.tsx";
import { lazyPart } from "../../../../../ui/lazyPart.tsx";
import { useEditor, useUpload } from "../../editorContext.ts";
import { PackageState, PreviewAu, PreviewCourse, PreviewScorm } from "../../editor.documents.ts";
import { UnitFile } from "../UnitFile.tsx";
import type { UnitFieldsProps } from "../unitFieldsProps.ts";

const ScormWindow = lazyPart(async () => {
  const [{ ScormWindow }] = await Promise.all([
    import("../../../../../app/scorm/ScormWindow.tsx"),
    loadTexts("viewers"),
  ]);
  return { default: ScormWindow };
});

const askAgainAfter = 1000;

/** Edits a package: shows what the server read from its manifest, and a preview. */
export function ScormUnitFields({ unit, onChange }: UnitFieldsProps) {
  const { t } = useLingui();
  const { state } = useEditor();
  const upload = useUpload(unit.key);
  return (
    <>
      <UnitFile
        unit={unit}
        kind="scorm"
        label={t`SCORM, xAPI or cmi5 file`}
        accept=".zip,.xml"
        hint={t`SCORM 1.2, SCORM 2004, xAPI or cmi5 as .zip, or a cmi5 course structure as .xml; up to 2 GB. Learners keep their results when you upload a new version.`}
        onRemove={() => onChange({ file: null, file_name: null, file_type: null, scorm_id: null })}
      />
      {boot().sandboxesPackages && (
        <p className="text-small text-muted" data-testid="packages-sandboxed">
          {t`This server runs packages in a sandbox. Some packages do not work there: those that open windows of their own, and those with frames that use each other. Nothing is kept in the browser between visits, and what a package reports while its browser tab closes may be lost. Try yours in the preview.`}
        </p>
      )}
      <Checkbox
        label={t`Complete when opened`}
        hint={t`Otherwise the unit is completed by what the package reports. If it never reports anything, learners complete the unit with 'Next'.`}
        checked={unit.completes_on_open}
        onChange={(event) => onChange({ completes_on_open: event.target.checked })}
      />
      {unit.scorm_id !== null && !upload && (
        <Package
          key={unit.scorm_id}
          id={unit.scorm_id}
          title={unit.title}
          courseId={unit.id === null ? null : state.id}
        />
      )}
    </>
  );
}

/** Shows what the package contains, and how far it is unpacked. */
function Package({ id, title, courseId }: { id: number; title: string; courseId: number | null }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({
    queryKey: ["package", id],
    queryFn: async () => (await execute(PackageState, { id })).scormPackage,
    refetchInterval: ({ state }) => (state.data?.state === "unpacking" ? askAgainAfter : false),
  });
  if (error)
    return (
      <ErrorState title={t`The package could not be read.`} detail={getMessage(error)} onRetry={() => void refetch()} />
    );
  if (!data) return <Skeleton className="h-24 rounded-card" />;
  const { files, files_done: done } = data;
  return (
    <div className="grid gap-4 rounded-card border border-line p-5">
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-sm">
        <Fact term={t`Kind`}>
          {kindNames[data.kind] ?? data.kind} {data.version}
        </Fact>
        {data.title && <Fact term={t`Title in the package`}>{data.title}</Fact>}
        <Fact term={data.kind === "cmi5" ? t`Assignable units (AUs)` : t`SCOs`}>{data.launch_units}</Fact>
      </dl>
      {data.state === "unpacking" ? (
        <div className="grid gap-1.5">
          <p role="status" className="text-small text-muted">
            <Plural value={files} one="Unpacking # file ..." other="Unpacking # files ..." />
          </p>
          <ProgressBar thin value={Math.round((done / Math.max(1, files)) * 100)} label={t`Unpacking of the package`} />
        </div>
      ) : data.state === "failed" ? (
        <p role="alert" className="text-small text-danger">
          {t`This package could not be unpacked, although the server has tried for several hours. Upload it again.`}
        </p>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Preview id={id} title={title} />
          {courseId !== null && (
            <ButtonLink kind="ghost" to="/courses/$id/packages" params={{ id: courseId }}>
              {t`Results`}
            </ButtonLink>
          )}
        </div>
      )}
    </div>
  );
}

function Preview({ id, title }: { id: number; title: string }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const launch = useCallback(async () => (await execute(PreviewScorm, { scorm_id: id })).previewScorm, [id]);
  const parts = useMemo(
    () => ({
      key: `preview:${id}`,
      read: async () => (await execute(PreviewCourse, { scorm_id: id })).cmi5Preview,
      launch: async (au: string) => (await execute(PreviewAu, { scorm_id: id, au })).previewAu,
    }),
    [id],
  );
  const closed = useCallback(() => setOpen(false), []);
  return (
    <div>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        <Play size={16} aria-hidden />
        {t`Preview`}
      </Button>
      {isOpen && (
        <Suspense>
          <ScormWindow
            title={title}
            note={t`Preview: nothing is recorded`}
            launch={launch}
            parts={parts}
            storageKey={null}
            onClosed={closed}
          />
        </Suspense>
      )}
    </div>
  );
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 font-medium wrap-anywhere">{children}</dd>
    </>
  );
}

/** Names of standards are the same in every language. */
const kindNames: Record<string, string> = {
  scorm_1_2: "SCORM",
  scorm_2004: "SCORM",
  xapi: "xAPI",
  cmi5: "cmi5",
};
