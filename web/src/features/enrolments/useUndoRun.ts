import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { toast } from "../../ui/toast.ts";
import { UndoEnrolmentRun } from "./enrolments.documents.ts";

/** Returns a function that ends all enrolments of a run. */
export function useUndoRun(): (runId: number) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (id: number) => execute(UndoEnrolmentRun, { id }),
    onSuccess: () => client.invalidateQueries(),
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
  return mutate;
}
