import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { ApiError } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { toast } from "../../../ui/toast.ts";
import { isUnsaved, type EditorAction, type EditorState } from "./draftReducer.ts";
import { CourseImpact } from "./editor.documents.ts";
import { listDraftErrors, listPublishErrors } from "./publishRules.ts";
import { fetchCourse, mergeWithNewest, sendCourse } from "./saveCourse.ts";
import { describeSaveFailure, type SaveProblem } from "./saveErrors.ts";
import type { useStoredWork } from "./useStoredWork.ts";
import type { Uploads } from "./uploads.ts";

type Status = EditorState["status"];
type Phase = "idle" | "checking" | "uploading" | "saving";
type Parts = {
  /** Returns the newest state, also before it is rendered. */
  latest: () => EditorState;
  dispatch: (action: EditorAction) => void;
  uploads: Uploads;
  storedWork: Pick<ReturnType<typeof useStoredWork>, "forget" | "storeAsOffer">;
};

/** Runs 'Publish' and 'Save draft': check, ask, wait for uploads, save. A failed save changes nothing. */
export function useSave({ latest, dispatch, uploads, storedWork }: Parts) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [phase, setPhase] = useState<Phase>("idle");
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  /** The number of learners that the change affects, while the author is asked. */
  const [touched, setTouched] = useState<number | null>(null);
  const [conflict, setConflict] = useState<Status | null>(null);
  /** The stored course, while it is compared with the author's version. */
  const [theirs, setTheirs] = useState<EditorState | null>(null);
  /** The number of uploads when the waiting started. */
  const [awaited, setAwaited] = useState(0);
  const wait = useRef(new AbortController());

  return {
    phase,
    awaited,
    problem,
    touched,
    hasConflict: conflict !== null && theirs === null,
    theirs,
    publish: () => run("published", publish),
    saveDraft: () => run("draft", () => save("draft")),
    /** Shows the stored course as a preview: a draft is saved first, a published course is shown as it was saved. */
    preview: () => run(latest().status, preview),
    confirm: () => run("published", () => save("published")),
    overwrite: () => run(conflict ?? latest().status, overwrite),
    reload: () => run(conflict ?? latest().status, takeTheirs),
    compare: () => {
      const asked = conflict;
      return run(asked ?? latest().status, async () => {
        setPhase("checking");
        setTheirs(await fetchStored());
        setConflict(asked);
      });
    },
    dismiss: () => {
      setTouched(null);
      setConflict(null);
      setTheirs(null);
    },
    /** Returns to the editor; uploads continue. */
    stopWaiting: () => {
      wait.current.abort();
      setPhase("idle");
    },
  };

  /** Runs a step, and shows its error. */
  async function run(status: Status, step: () => Promise<void>) {
    setProblem(null);
    setTouched(null);
    setConflict(null);
    setTheirs(null);
    const own = new AbortController();
    wait.current = own;
    try {
      await step();
    } catch (error) {
      if (error instanceof ApiError && error.code === "CONFLICT") setConflict(status);
      else setProblem(describeSaveFailure(error, latest().course));
    }
    // A save that was stopped ends with its uploads, when another one may be running.
    if (wait.current === own) setPhase("idle");
  }

  async function publish() {
    if (!passes("published")) return;
    const { id, status } = latest();
    if (id !== null && status === "published") {
      setPhase("checking");
      const { learners } = (await execute(CourseImpact, { id })).courseImpact;
      if (learners > 0) return setTouched(learners);
    }
    await save("published");
  }

  async function preview() {
    const { status } = latest();
    const isDraft = status === "draft";
    if (isDraft && isUnsaved(latest())) {
      await save("draft");
      if (isUnsaved(latest())) return;
    }
    const { id } = latest();
    // The saved state is not rendered yet.
    const ignoreBlocker = !isUnsaved(latest());
    if (id !== null)
      await navigate({
        to: "/courses/$id/preview/{-$unit_order}",
        params: { id, unit_order: undefined },
        ignoreBlocker,
      });
  }

  function passes(status: Status): boolean {
    const rules = status === "published" ? listPublishErrors : listDraftErrors;
    const isFine = rules(latest().course, uploads).length === 0;
    if (!isFine) setProblem({ kind: "rules", rules });
    return isFine;
  }

  async function save(status: Status) {
    if (!(await isReadyToSend(status))) return;
    setPhase("saving");
    await finish(await sendCourse(latest(), status), status);
  }

  /** Waits for the uploads. False when a rule is broken, or the author went back to the course. */
  async function isReadyToSend(status: Status): Promise<boolean> {
    if (!passes(status)) return false;
    setPhase("uploading");
    setAwaited(uploads.pendingCount());
    const { signal } = wait.current;
    await uploads.settled();
    return !signal.aborted && passes(status);
  }

  async function overwrite() {
    const asked = conflict ?? latest().status;
    if (!(await isReadyToSend(asked))) return;
    setPhase("saving");
    const state = await mergeWithNewest(latest());
    if (asked === "draft" && state.status === "published") {
      // As a draft, the course would be gone for its learners.
      dispatch({ do: "load", state });
      toast({
        kind: "info",
        text: t`Another user published this course. Press 'Update Course' to publish your version.`,
      });
      return;
    }
    await finish(await sendCourse(state, asked), asked);
  }

  async function finish({ id, saved }: Awaited<ReturnType<typeof sendCourse>>, status: Status) {
    await storedWork.forget();
    await client.invalidateQueries({ refetchType: "none" });
    if (status === "published") {
      toast({ kind: "success", text: t`The course is published.` });
      return navigate({ to: "/courses", ignoreBlocker: true });
    }
    toast({ kind: "success", text: t`The draft is saved.` });
    if (latest().id === null) {
      const { course, selected } = latest();
      const unitOrder = course.units.findIndex(({ key }) => key === selected) + 1;
      const state = { unitOrder };
      return navigate({ to: "/courses/$id/edit", params: { id }, state, replace: true, ignoreBlocker: true });
    }
    // With the ids of new parts; without them, the author goes on from what was sent.
    dispatch({ do: "load", state: await fetchStored().catch(() => saved) });
  }

  /** Loads the version of the other author. The author's own version is stored and offered. */
  async function takeTheirs() {
    const stored = await fetchStored();
    if (isUnsaved(latest())) await storedWork.storeAsOffer(latest());
    dispatch({ do: "replace", state: stored });
  }

  async function fetchStored(): Promise<EditorState> {
    const { id } = latest();
    const stored = id === null ? null : await fetchCourse(id);
    if (!stored) throw new ApiError(t`Course data not found in the response`);
    return stored;
  }
}
