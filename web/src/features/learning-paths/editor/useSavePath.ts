import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { ApiError, getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { upload } from "../../../app/http.ts";
import type { LearningPathInput, MeasureLearningPathChangeMutation } from "../../../gen/graphql.ts";
import type { ImageChoice } from "../../../ui/useImageAddress.ts";
import { toast } from "../../../ui/toast.ts";
import { CreateLearningPath, MeasureLearningPathChange, UpdateLearningPath } from "../paths.documents.ts";
import { haveOtherCourses, type PathDraft, toInput } from "./pathDraft.ts";

export type StoredPath = { id: number; version: number; people: number };
export type Effect = MeasureLearningPathChangeMutation["measureLearningPathChange"];

const NO_IMAGE: ImageChoice = { file: null, isRemoved: false };

/** Saves a path: asks the server for the effect on people first, if courses or rules changed. */
export function useSavePath(of: { draft: PathDraft; initial: PathDraft; stored: StoredPath | null }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [cover, setCover] = useState(NO_IMAGE);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [effect, setEffect] = useState<Effect | null>(null);
  const leaving = useRef(false);
  // Of this save, so that a picture is sent once.
  const input = useRef<LearningPathInput | null>(null);
  const validation = failure instanceof ApiError ? (failure.validation ?? {}) : {};
  const others = Object.entries(validation).filter(([field]) => !FIELDS.test(field));

  return {
    cover,
    setCover,
    isBusy,
    effect,
    /** Whether the screen is left because the path was saved. */
    isLeaving: () => leaving.current,
    error: (field: string): string | undefined => validation[field]?.join(" "),
    problem:
      failure && (Object.keys(validation).length === 0 || others.length > 0)
        ? {
            text: others.length > 0 ? others.flatMap(([, texts]) => texts).join(" ") : getMessage(failure),
            isConflict: failure instanceof ApiError && failure.code === "CONFLICT",
          }
        : null,
    start: () => void run(begin),
    confirm: () => void run(finish),
    cancel: () => setEffect(null),
  };

  async function run(work: () => Promise<void>) {
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setEffect(null);
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  async function begin() {
    const { draft, initial, stored } = of;
    input.current = { ...toInput(draft), cover: await sendCover() };
    if (stored && stored.people > 0 && haveOtherCourses(initial, draft)) {
      const { id, version } = stored;
      const measured = await execute(MeasureLearningPathChange, { id, version, input: input.current });
      setEffect(measured.measureLearningPathChange);
    } else await finish();
  }

  async function finish() {
    const { id } = await store(input.current!);
    leaving.current = true;
    setEffect(null);
    toast({ kind: "success", text: t`The learning path was saved.` });
    await client.invalidateQueries();
    await navigate({ to: "/learning-paths/$id", params: { id } });
  }

  async function store(saved: LearningPathInput): Promise<{ id: number }> {
    const { stored } = of;
    if (!stored) return (await execute(CreateLearningPath, { input: saved })).createLearningPath;
    const { id, version } = stored;
    return (await execute(UpdateLearningPath, { id, version, input: saved })).updateLearningPath;
  }

  async function sendCover(): Promise<string | null> {
    if (!cover.file) return cover.isRemoved ? null : of.draft.cover;
    const form = new FormData();
    form.set("image", cover.file);
    return (await upload<{ url: string }>("/api/upload-image", form)).url;
  }
}

/** The fields that show their own messages. */
const FIELDS = /^(title|description|cover|due_days|sections\.\d+\.(title|needed|courses))$/;
