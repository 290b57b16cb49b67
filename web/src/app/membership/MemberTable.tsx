import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button } from "../../ui/Button.tsx";
import type { PickerItem } from "../../ui/Picker.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import type { Column } from "../../ui/table/tableQuery.ts";
import { toast } from "../../ui/toast.ts";
import { type PageArguments, useListTable } from "../useListTable.ts";
import { RemovalDialog } from "./RemovalDialog.tsx";
import { SearchPicker } from "./SearchPicker.tsx";
import { useMembership } from "./useMembership.ts";

/** The members of a group or branch: how to list, find, add and remove them. */
export type Members<Row extends { id: number }> = {
  /** The group or branch, as exports name it. */
  owner: { group_id: number } | { branch_id: number };
  /** Names the list in the cache and for exports, such as `group-users`. */
  kind: string;
  /** The heading of the list. */
  title: string;
  /** The text of a list without members. */
  empty: string;
  list: (page: PageArguments) => Promise<{ total: number; rows: Row[] }>;
  /** Finds what can be added. */
  find: (search: string) => Promise<PickerItem[]>;
  add: (ids: number[]) => Promise<unknown>;
  remove: (row: Row) => Promise<unknown>;
  /** The text of the dialog that confirms a removal; `row` is null while it is closed. */
  confirmation: (row: Row | null) => ReactNode;
};

type Props<Row extends { id: number }> = Members<Row> & {
  getName: (row: Row) => string;
  columns: Column<Row>[];
  texts: { search: string; openPicker: string; picker: string; failure: string };
};

/** Lists the members of a group or branch, with a picker that adds and a dialog that removes. */
export function MemberTable<Row extends { id: number }>(props: Props<Row>) {
  const { owner, kind, title, empty, list, find, add, remove, confirmation, getName, columns, texts } = props;
  const { t } = useLingui();
  const members = useListTable({
    queryKey: [kind, owner],
    load: list,
    failure: texts.failure,
    exported: { kind, ...owner },
  });
  const { picker, removal } = useMembership<Row>({
    add,
    remove,
    onRemoved: (_, row) => {
      const name = getName(row);
      toast({ kind: "success", text: t`${name} was removed.` });
    },
  });

  return (
    <>
      <h2 className="mb-3 text-lg font-semibold">{title}</h2>
      <DataTable
        label={title}
        {...members}
        columns={columns}
        searchLabel={texts.search}
        toolbar={
          <Button size="small" onClick={picker.onOpen}>
            {texts.openPicker}
          </Button>
        }
        actions={(row) => (
          <Button kind="ghost" size="small" aria-label={t`Remove ${getName(row)}`} onClick={() => removal.ask(row)}>
            {t`Remove`}
          </Button>
        )}
        empty={{ title: empty }}
      />
      <SearchPicker
        {...picker}
        kind={`${kind}-${Object.values(owner).join()}`}
        find={find}
        title={texts.picker}
        searchLabel={t`Search...`}
      />
      <RemovalDialog removal={removal} name={getName}>
        {confirmation(removal.item)}
      </RemovalDialog>
    </>
  );
}
