import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { type AccountFields, AccountForm } from "../../app/accounts/AccountForm.tsx";
import type { useSaveForm } from "../../app/saveForm.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";

export type InstanceUserFields = AccountFields & {
  deactivate_at: string;
  is_active: boolean;
  primary_access: boolean;
  is_owner: boolean;
  skip_email: boolean;
};

type Props = {
  form: ReturnType<typeof useSaveForm<InstanceUserFields, unknown>>;
  isEdit?: boolean;
  /** Replaces the password field of an existing user. */
  passwordLink?: ReactNode;
  action: string;
};

const roles = ["admin", "manager", "learner", "instructor"];

/** Renders the fields of a user of an instance, for creating and editing. */
export function InstanceUserForm({ form, isEdit = false, passwordLink, action }: Props) {
  const { t } = useLingui();
  const { register, error } = form;
  return (
    <AccountForm
      form={form}
      isEdit={isEdit}
      passwordLink={passwordLink}
      passwordHint={t`Optional. Left empty, they are sent a link by which they set their own password.`}
      role={{
        label: t`Role`,
        choose: t`Select a role`,
        missing: t`Choose a role from the list.`,
        roles: isEdit ? [...roles, "super_admin"] : roles,
      }}
      action={action}
    >
      {isEdit && (
        <Field
          label={t`Deactivate At`}
          type="date"
          hint={t`Optional: Set a future deactivation date.`}
          error={error("deactivate_at")}
          {...register("deactivate_at")}
        />
      )}
      <div className="grid gap-3">
        <Checkbox label={t`Active`} error={error("is_active")} {...register("is_active")} />
        <Checkbox label={t`Primary Instance Access`} error={error("primary_access")} {...register("primary_access")} />
        <Checkbox label={t`Mark as Instance Owner`} error={error("is_owner")} {...register("is_owner")} />
        <Checkbox label={t`Skip Welcome Email`} error={error("skip_email")} {...register("skip_email")} />
      </div>
    </AccountForm>
  );
}
