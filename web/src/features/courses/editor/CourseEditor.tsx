import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { useViewer } from "../../../app/session.ts";
import { ConfirmLeaving } from "../../../ui/ConfirmLeaving.tsx";
import { StorageNotice } from "../../../app/usage/UsageNotice.tsx";
import { CourseMenu } from "./CourseMenu.tsx";
import { isUnsaved, overview, type EditorState } from "./draftReducer.ts";
import { EditorContext, useDraft } from "./editorContext.ts";
import { EditingNotice } from "./EditingNotice.tsx";
import { StoredWorkOffer } from "./StoredWorkOffer.tsx";
import { OverviewForm } from "./overview/OverviewForm.tsx";
import { SaveDialogs } from "./SaveDialogs.tsx";
import { SaveProblemList } from "./SaveProblemList.tsx";
import { UnitForm } from "./units/UnitForm.tsx";
import { Uploads } from "./uploads.ts";
import { useEditing } from "./useEditing.ts";
import { useStoredWork } from "./useStoredWork.ts";
import { useSave } from "./useSave.ts";

/** Shows the editor: the parts of the course at the side, the selected one in the middle. */
export function CourseEditor({ initial }: { initial: EditorState }) {
  const { state, dispatch, latest } = useDraft(initial);
  const { t } = useLingui();
  const viewer = useViewer();
  const [uploads] = useState(() => new Uploads(`${viewer.id}/${initial.id ?? "new"}`));
  const storedWork = useStoredWork(state, dispatch);
  const save = useSave({ latest, dispatch, uploads, storedWork });
  const editing = useEditing(state.id, state.version);
  const selected = state.course.units.find(({ key }) => key === state.selected);
  const panel = useFocusOnSelection(state.selected);

  useEffect(() => () => uploads.leave(), [uploads]);

  return (
    <EditorContext value={{ state, dispatch, latest, uploads }}>
      <div className="grid items-start gap-8 lg:grid-cols-[280px_minmax(0,1fr)]">
        <CourseMenu save={save} />
        <div ref={panel} tabIndex={-1} className="grid max-w-[880px] min-w-0 grid-cols-1 gap-5 outline-none">
          <EditingNotice editing={editing} version={state.version} onCompare={save.compare} />
          <StorageNotice />
          <StoredWorkOffer storedWork={storedWork} />
          <SaveProblemList problem={save.problem} />
          {/* A rich text reads its value once. */}
          {selected ? (
            <UnitForm key={`${state.edition}/${selected.key}`} unit={selected} />
          ) : (
            <OverviewForm key={overview} />
          )}
        </div>
      </div>
      <SaveDialogs save={save} />
      <ConfirmLeaving isUnsaved={() => isUnsaved(state)} kind="primary">
        {t`Your changes are not saved yet. They are kept on this device and offered when you come back.`}
      </ConfirmLeaving>
    </EditorContext>
  );
}

/** Scrolls to the selected part, for screen readers and for screens where it is below the menu. */
function useFocusOnSelection(selected: string) {
  const panel = useRef<HTMLDivElement>(null);
  const last = useRef(selected);
  useEffect(() => {
    if (selected === last.current) return;
    last.current = selected;
    panel.current?.focus({ preventScroll: matchMedia("(min-width: 1024px)").matches });
  }, [selected]);
  return panel;
}
