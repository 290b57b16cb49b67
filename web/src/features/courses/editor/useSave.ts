import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "../../../router/index.ts";
import { useRef, useState } from "react";
import { ApiError } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { toast } from "../../../ui/toast.ts";
import { isUnsaved, type EditorAction, type EditorState } from "./draftReducer.ts";
import { CourseImpact } from "./editor.documents.ts";
import { draftErrors, publishErrors } from "./publishRules.ts";
import { fetchCourse, onTopOfNewest, sendCourse } from "./saveCourse.ts";
import { saveProblem, type SaveProblem } from "./saveErrors.ts";
import type { useKeptWork } from "./useKeptWork.ts";
import type { Uploads } from "./uploads.ts";

type Status = EditorState["status"];
type Phase = "idle" | "checking" | "uploading" | "saving";
type Parts = {
  /** The newest state, whatever has been drawn. */
  latest: () => EditorState;
  dispatch: (action: EditorAction) => void;
  uploads: Uploads;
  kept: Pick<ReturnType<typeof useKeptWork>, "forget" | "putAside">;
};

/** 'Publish' and 'Save draft': check, ask, wait for the uploads, save. A save that fails leaves everything as it is. */
export function useSave({ latest, dispatch, uploads, kept }: Parts) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [phase, setPhase] = useState<Phase>("idle");
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  /** How many learners the change touches, while the author is asked. */
  const [touched, setTouched] = useState<number | null>(null);
  const [conflict, setConflict] = useState<Status | null>(null);
  /** The course as it is stored, while it is compared with the author's. */
  const [theirs, setTheirs] = useState<EditorState | null>(null);
  /** How many files were on their way when the waiting began. */
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
    /** Shows the course as it is stored: a draft is saved first, what is published is left alone until it is updated. */
    preview: () => run(latest().status, preview),
    confirm: () => run("published", () => save("published")),
    overwrite: () => run(conflict ?? "draft", overwrite),
    reload: () => run(conflict ?? "draft", takeTheirs),
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
    /** Goes back to writing; the uploads go on. */
    stopWaiting: () => {
      wait.current.abort();
      setPhase("idle");
    },
  };

  /** Runs a step to its end, or to words about what went wrong. */
  async function run(status: Status, step: () => Promise<void>) {
    setProblem(null);
    setTouched(null);
    setConflict(null);
    setTheirs(null);
    wait.current = new AbortController();
    try {
      await step();
    } catch (error) {
      if (error instanceof ApiError && error.code === "CONFLICT") setConflict(status);
      else setProblem(saveProblem(error, latest().course));
    }
    setPhase("idle");
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
    // What was just saved is not drawn as saved yet.
    const ignoreBlocker = !isUnsaved(latest());
    if (id !== null) await navigate({ to: "/courses/$id/preview", params: { id }, ignoreBlocker });
  }

  function passes(status: Status): boolean {
    const rules = status === "published" ? publishErrors : draftErrors;
    const isFine = rules(latest().course, uploads).length === 0;
    if (!isFine) setProblem({ kind: "rules", rules });
    return isFine;
  }

  async function save(status: Status) {
    if (!passes(status)) return;
    setPhase("uploading");
    setAwaited(uploads.pendingCount());
    const { signal } = wait.current;
    await uploads.settled();
    if (signal.aborted || !passes(status)) return;
    setPhase("saving");
    await finish(await sendCourse(latest(), status), status);
  }

  async function overwrite() {
    setPhase("saving");
    const state = await onTopOfNewest(latest());
    await finish(await sendCourse(state, conflict ?? state.status), conflict ?? state.status);
  }

  async function finish(id: number, status: Status) {
    await kept.forget();
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
    await reload();
  }

  /** Takes the course from the server, with the ids of what was new. */
  async function reload() {
    dispatch({ do: "load", state: await fetchStored() });
  }

  /** Takes what somebody else has made of the course. The author's own version is put aside, and offered. */
  async function takeTheirs() {
    const stored = await fetchStored();
    if (isUnsaved(latest())) await kept.putAside(latest());
    dispatch({ do: "load", state: stored });
  }

  async function fetchStored(): Promise<EditorState> {
    const { id } = latest();
    const stored = id === null ? null : await fetchCourse(id);
    if (!stored) throw new ApiError(t`Course data not found in the response`);
    return stored;
  }
}
