import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../errors.ts";
import { toast } from "../../ui/toast.ts";

type Options<Item> = {
  add: (ids: number[]) => Promise<unknown>;
  remove: (item: Item) => Promise<unknown>;
  /** Called after the removal; the lists are reloaded in any case. */
  onRemoved?: (result: unknown, item: Item) => void;
};

/** Manages a list with a picker that adds and a dialog that removes; both close when the work is done. */
export function useMembership<Item>({ add, remove, onRemoved }: Options<Item>) {
  const client = useQueryClient();
  const [picking, setPicking] = useState(false);
  const [doomed, setDoomed] = useState<Item | null>(null);
  const adding = useMutation({
    mutationFn: add,
    onSuccess: async () => {
      setPicking(false);
      await client.invalidateQueries();
    },
    // The picker stays open with its selection.
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: async (result, item) => {
      setDoomed(null);
      onRemoved?.(result, item);
      await client.invalidateQueries();
    },
  });
  return {
    picker: {
      open: picking,
      onOpen: () => setPicking(true),
      onClose: () => setPicking(false),
      onAdd: (ids: number[]) => adding.mutate(ids),
      busy: adding.isPending,
    },
    removal: {
      item: doomed,
      ask: setDoomed,
      confirm: () => doomed && removal.mutate(doomed),
      cancel: () => {
        removal.reset();
        setDoomed(null);
      },
      busy: removal.isPending,
      error: removal.error ? getMessage(removal.error) : undefined,
    },
  };
}

export type Removal<Item> = ReturnType<typeof useMembership<Item>>["removal"];
