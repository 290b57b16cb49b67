import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Bookmark, Check } from "lucide-react";
import { useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { memberChoicesQuery, type UserView } from "../../app/membership/memberChoices.ts";
import type { UserViewInput } from "../../gen/graphql.ts";
import { buttonClass } from "../../ui/buttonClass.ts";
import { Menu, MenuGroup, MenuItem, MenuLine, MenuNote } from "../../ui/Menu.tsx";
import { toast } from "../../ui/toast.ts";
import type { UserSearch } from "./userSearch.ts";
import { UserViewDialog } from "./UserViewDialog.tsx";
import { CreateUserView, DeleteUserView, UpdateUserView } from "./userViews.documents.ts";
import { toInput, toSearch } from "./userViews.ts";

type Props = {
  search: UserSearch;
  /** What the list shows now, by the names of a view. */
  filters: Omit<UserViewInput, "name" | "columns">;
  columns: string[] | null;
  views: readonly UserView[];
};

/** Opens the user's own views of the list, saves what the list shows as one, renames and deletes the open one. */
export function UserViewsMenu({ search, filters, columns, views }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [asking, setAsking] = useState<"create" | "rename" | null>(null);
  const open = views.find(({ id }) => id === search.view);
  const refresh = () => client.invalidateQueries({ queryKey: memberChoicesQuery.queryKey });
  const work = useMutation({
    mutationFn: (task: () => Promise<unknown>) => task(),
    onSuccess: refresh,
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
  const show = (next: Record<string, unknown>) => void navigate({ to: "/users", search: next, resetScroll: false });

  return (
    <>
      <Menu
        align="start"
        triggerClass={buttonClass({ kind: "ghost", size: "small" })}
        trigger={
          <>
            <Bookmark size={15} aria-hidden />
            <span className="max-w-40 truncate">{open ? t`View: ${open.name}` : t`Views`}</span>
          </>
        }
      >
        <MenuGroup label={t`My views`}>
          {views.length === 0 && <MenuNote>{t`Save filters, order and columns that you use often.`}</MenuNote>}
          {views.map((view) => (
            <MenuItem key={view.id} onPress={() => show(toSearch(view))}>
              <span className="min-w-0 flex-1">{view.name}</span>
              {view.id === open?.id && <Check size={16} aria-label={t`Open view`} />}
            </MenuItem>
          ))}
        </MenuGroup>
        <MenuLine />
        <MenuItem onPress={() => setAsking("create")}>{t`Save as a new view...`}</MenuItem>
        {open && (
          <>
            <MenuItem onPress={() => work.mutate(() => replace(open))}>{t`Save changes to this view`}</MenuItem>
            <MenuItem onPress={() => setAsking("rename")}>{t`Rename this view...`}</MenuItem>
            <MenuItem onPress={() => work.mutate(() => remove(open))}>{t`Delete this view`}</MenuItem>
            <MenuLine />
            <MenuItem onPress={() => show({})}>{t`Close this view`}</MenuItem>
          </>
        )}
      </Menu>
      {asking === "create" && (
        <UserViewDialog
          title={t`Save as a new view`}
          name=""
          onClose={() => setAsking(null)}
          save={async (name) => {
            const { createUserView: view } = await execute(CreateUserView, { input: { name, ...filters, columns } });
            await refresh();
            void navigate({
              to: ".",
              search: (old: Record<string, unknown>) => ({ ...old, columns: columns?.join("."), view: view.id }),
              resetScroll: false,
            });
          }}
        />
      )}
      {asking === "rename" && open && (
        <UserViewDialog
          title={t`Rename this view`}
          name={open.name}
          onClose={() => setAsking(null)}
          save={async (name) => {
            await execute(UpdateUserView, { id: open.id, input: { ...toInput(open), name } });
            await refresh();
          }}
        />
      )}
    </>
  );

  async function replace({ id, name }: UserView) {
    await execute(UpdateUserView, { id, input: { name, ...filters, columns } });
    toast({ kind: "success", text: t`${name} was saved.` });
  }

  async function remove(view: UserView) {
    await execute(DeleteUserView, { id: view.id });
    const { name } = view;
    show({});
    toast({
      kind: "success",
      text: t`The view ${name} was deleted.`,
      action: {
        label: t`Undo`,
        onPress: () => work.mutate(() => execute(CreateUserView, { input: toInput(view) })),
      },
    });
  }
}
