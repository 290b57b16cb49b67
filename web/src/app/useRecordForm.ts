import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type NavigateOptions, useNavigate } from "@tanstack/react-router";
import type { FieldValues } from "react-hook-form";
import { toast } from "../ui/toast.ts";
import { useSaveForm } from "./saveForm.ts";

type Options<Fields extends FieldValues, Saved> = {
  values: Fields;
  save: (fields: Fields) => Promise<Saved>;
  /** Whether saving creates the record or changes it. */
  action: "create" | "update";
  /** The screen to open after saving. */
  next: (saved: Saved) => NavigateOptions;
  failure: string;
};

/** Creates the form of a record with a name. After saving it reports success, reloads all lists and opens a screen. */
export function useRecordForm<Fields extends FieldValues, Saved extends { id: number; name: string }>({
  action,
  next,
  ...options
}: Options<Fields, Saved>) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  return useSaveForm<Fields, Saved>({
    ...options,
    onSaved: async (saved) => {
      const { name } = saved;
      toast({ kind: "success", text: action === "create" ? t`${name} was created.` : t`${name} was saved.` });
      await client.invalidateQueries();
      await navigate(next(saved));
    },
  });
}
