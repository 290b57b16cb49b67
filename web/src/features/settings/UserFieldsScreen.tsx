import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Pencil, Plus } from "lucide-react";
import { useState } from "react";
import { DeletionDialog } from "../../app/DeletionDialog.tsx";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { Loaded } from "../../app/Loaded.tsx";
import { type UserField, UserFieldsOfInstance } from "../../app/userFields/userFields.documents.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Empty } from "../../ui/Empty.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { toast } from "../../ui/toast.ts";
import { DeleteButton } from "../../app/RowActions.tsx";
import { SettingsFrame } from "./SettingsFrame.tsx";
import { DeleteUserField, OrderUserFields } from "./userFields.documents.ts";
import { UserFieldDialog } from "./UserFieldDialog.tsx";
import { useAudienceNames, useFieldTypeNames } from "./userFieldNames.ts";

const queryKey = ["userFields"];

/** Renders `/settings/fields`: the fields that the organisation adds to its users. */
export function UserFieldsScreen() {
  const { t } = useLingui();
  const [edited, setEdited] = useState<UserField | "new" | null>(null);
  const [doomed, setDoomed] = useState<UserField | null>(null);
  const fields = useQuery({
    queryKey,
    queryFn: async () => (await execute(UserFieldsOfInstance)).userFields,
    staleTime: 0,
  });
  const add = (
    <Button onClick={() => setEdited("new")}>
      <Plus size={16} aria-hidden />
      {t`Add field`}
    </Button>
  );
  return (
    <SettingsFrame>
      <Loaded query={fields} shape="form" failure={t`The fields could not be loaded.`}>
        {(loaded) =>
          loaded.length === 0 ? (
            <Card className="max-w-3xl">
              <Empty title={t`No user fields yet`} action={add}>
                {t`Add what your organisation keeps about its people, such as a department or a start date.`}
              </Empty>
            </Card>
          ) : (
            <div className="grid max-w-3xl gap-4">
              <div className="flex flex-wrap items-center justify-between gap-3">
                <p className="text-sm text-muted">{t`Forms, files and lists show the fields in this order.`}</p>
                {add}
              </div>
              <FieldList fields={loaded} onEdit={setEdited} onDelete={setDoomed} />
            </div>
          )
        }
      </Loaded>
      {edited && <UserFieldDialog field={edited === "new" ? null : edited} onClose={() => setEdited(null)} />}
      <DeletionDialog
        item={doomed}
        kind="user_field"
        remove={(id) => execute(DeleteUserField, { id })}
        onClose={() => setDoomed(null)}
        question={t`Are you sure you want to delete this field with the values of all users?`}
      />
    </SettingsFrame>
  );
}

type ListProps = {
  fields: UserField[];
  onEdit: (field: UserField) => void;
  onDelete: (field: UserField) => void;
};

function FieldList({ fields, onEdit, onDelete }: ListProps) {
  const { t } = useLingui();
  const types = useFieldTypeNames();
  const audiences = useAudienceNames();
  const client = useQueryClient();
  const ordering = useMutation({
    mutationFn: (order: UserField[]) => execute(OrderUserFields, { ids: order.map(({ id }) => id) }),
    // The new order is shown at once; the server's replaces it.
    onMutate: (order) => client.setQueryData(queryKey, order),
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const move = (from: number, to: number) => ordering.mutate(fields.toSpliced(from, 1).toSpliced(to, 0, fields[from]!));

  return (
    <ol className="divide-y divide-line rounded-card border border-line bg-surface">
      {fields.map((field, at) => {
        const { name } = field;
        return (
          <li key={field.id} className="grid gap-2 px-5 py-4 sm:flex sm:items-center">
            <div className="mr-auto min-w-0 wrap-anywhere">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {name}
                {field.is_required && <Tag>{t`Required`}</Tag>}
                {field.is_listed && <Tag>{t`In lists`}</Tag>}
              </p>
              <p className="text-small text-muted">
                {types[field.type]} · {audiences[field.visible_to]}
              </p>
            </div>
            <div className="-ml-3 flex flex-wrap gap-1 sm:ml-0 sm:flex-nowrap">
              <Button
                kind="ghost"
                size="small"
                aria-label={t`Move ${name} up`}
                keepsFocus
                disabled={at === 0 || ordering.isPending}
                onClick={() => move(at, at - 1)}
              >
                <ArrowUp size={15} aria-hidden />
              </Button>
              <Button
                kind="ghost"
                size="small"
                aria-label={t`Move ${name} down`}
                keepsFocus
                disabled={at === fields.length - 1 || ordering.isPending}
                onClick={() => move(at, at + 1)}
              >
                <ArrowDown size={15} aria-hidden />
              </Button>
              <Button kind="ghost" size="small" aria-label={t`Edit ${name}`} onClick={() => onEdit(field)}>
                <Pencil size={15} aria-hidden />
                {t`Edit`}
              </Button>
              <DeleteButton name={name} onPress={() => onDelete(field)} />
            </div>
          </li>
        );
      })}
    </ol>
  );
}
