import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Picker, type PickerItem } from "../../ui/Picker.tsx";

type Props = {
  open: boolean;
  onClose: () => void;
  onAdd: (ids: number[]) => void;
  busy: boolean;
  title: string;
  searchLabel: string;
  addLabel?: string;
  empty?: string;
  /** Why adding failed. */
  problem?: string | undefined;
  /** The cache key of the choices. */
  kind: string;
  find: (search: string) => Promise<PickerItem[]>;
  /** Ids that are not offered because the user has them. */
  without?: readonly number[];
};

/** Renders a picker that loads its choices from the server. */
export function SearchPicker({ kind, find, without = [], open, onClose, ...props }: Props) {
  const { t } = useLingui();
  const [search, setSearch] = useState("");
  const found = useQuery({
    queryKey: ["choices", kind, search],
    queryFn: () => find(search),
    enabled: open,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const close = () => {
    setSearch("");
    onClose();
  };
  return (
    <Picker
      {...props}
      open={open}
      onClose={close}
      search={search}
      onSearch={setSearch}
      items={found.data?.filter(({ id }) => !without.includes(id))}
      error={found.error && { title: t`The list could not be loaded.`, onRetry: () => void found.refetch() }}
    />
  );
}
