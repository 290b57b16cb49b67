import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { ApiError, getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { toast } from "../../../ui/toast.ts";
import { CreateAutomation, UpdateAutomation } from "../automations.documents.ts";
import { type AutomationDraft, listIncompleteDueDates, toInput } from "./automationDraft.ts";

export type StoredAutomation = { id: number; version: number };

/** The fields that show their own messages. */
const FIELDS = /^(name|trigger|object_id|days|actions|actions\.\d+\.(object|due|subject|text))$/;

/** Saves an automation and opens it; messages of the server are shown at their fields. */
export function useSaveAutomation(draft: AutomationDraft, stored: StoredAutomation | null) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const leaving = useRef(false);
  const validation = failure instanceof ApiError ? (failure.validation ?? {}) : {};
  const others = Object.entries(validation).flatMap(([field, texts]) => (FIELDS.test(field) ? [] : texts));

  return {
    isBusy,
    /** Whether the screen is left because the automation was saved. */
    isLeaving: () => leaving.current,
    error: (field: string): string | undefined => validation[field]?.join(" "),
    problem: failure && Object.keys(validation).length === 0 ? getMessage(failure) : others.join(" ") || null,
    isConflict: failure instanceof ApiError && failure.code === "CONFLICT",
    /** Shows what another operation, such as a dry run, says of the draft. */
    report: setFailure,
    start: () => void save(),
  };

  async function save() {
    const incomplete = listIncompleteDueDates(draft);
    if (incomplete.length > 0) {
      const texts = [t`Enter a date, or a whole number of days.`];
      const validation = Object.fromEntries(incomplete.map((index) => [`actions.${index}.due`, texts]));
      return setFailure(new ApiError("", { code: "VALIDATION", validation }));
    }
    setBusy(true);
    setFailure(null);
    try {
      const input = toInput(draft);
      const { id } = stored
        ? (await execute(UpdateAutomation, { ...stored, input })).updateAutomation
        : (await execute(CreateAutomation, { input })).createAutomation;
      leaving.current = true;
      toast({ kind: "success", text: t`The automation was saved.` });
      await client.invalidateQueries();
      await navigate({ to: "/automations/$id", params: { id } });
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }
}
