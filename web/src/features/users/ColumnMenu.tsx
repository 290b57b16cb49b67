import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Columns3 } from "lucide-react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { type ListedField, memberChoicesQuery } from "../../app/membership/memberChoices.ts";
import { buttonClass } from "../../ui/buttonClass.ts";
import { Menu, MenuCheck, MenuItem, MenuLine } from "../../ui/Menu.tsx";
import { toast } from "../../ui/toast.ts";
import { SetUserListColumns } from "./userViews.documents.ts";
import { useAllColumns } from "./usersTable.tsx";

type Props = {
  fields: readonly ListedField[];
  /** The keys of the columns that are shown. */
  shown: readonly string[];
  /** Whether a view says which: then the address changes, and otherwise what the user sees from now on. */
  isInView: boolean;
};

/** Chooses the columns of the users list. */
export function ColumnMenu({ fields, shown, isInView }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const columns = useAllColumns(fields).slice(1);
  const saving = useMutation({
    mutationFn: async (next: string[] | null) => execute(SetUserListColumns, { columns: next }),
    onMutate: (next) =>
      client.setQueryData(
        memberChoicesQuery.queryKey,
        (old) => old && { ...old, user_list: { ...old.user_list, columns: next } },
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ["usersPage"] }),
    onError: (error) => {
      toast({ kind: "error", text: getMessage(error) });
      void client.invalidateQueries({ queryKey: memberChoicesQuery.queryKey });
    },
  });

  return (
    <Menu
      align="start"
      triggerClass={buttonClass({ kind: "ghost", size: "small" })}
      trigger={
        <>
          <Columns3 size={15} aria-hidden />
          {t`Columns`}
        </>
      }
    >
      {columns.map(({ key, header }) => (
        <MenuCheck key={key} checked={shown.includes(key)} onChange={(isOn) => choose(key, isOn)}>
          {header}
        </MenuCheck>
      ))}
      <MenuLine />
      <MenuItem onPress={() => show(null)}>{t`Show the usual columns`}</MenuItem>
    </Menu>
  );

  function choose(key: string, isOn: boolean) {
    show(columns.map((column) => column.key).filter((each) => (each === key ? isOn : shown.includes(each))));
  }

  function show(next: string[] | null) {
    if (!isInView) return saving.mutate(next);
    void navigate({
      to: ".",
      search: (old: Record<string, unknown>) => ({ ...old, columns: next?.join(".") || undefined }),
      resetScroll: false,
    });
  }
}
