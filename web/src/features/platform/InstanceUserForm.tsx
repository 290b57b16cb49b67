import { useLingui } from "@lingui/react/macro";
import { roleLabel } from "../../app/roles.ts";
import type { useSaveForm } from "../../app/saveForm.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { Problems } from "../../ui/Problems.tsx";
import { Select } from "../../ui/Select.tsx";

export type InstanceUserFields = {
  first_name: string;
  last_name: string;
  email: string;
  password: string;
  role: string;
  deactivate_at: string;
  is_active: boolean;
  primary_access: boolean;
  is_owner: boolean;
  skip_email: boolean;
};

type Props = {
  form: ReturnType<typeof useSaveForm<InstanceUserFields, unknown>>;
  isEdit?: boolean;
  action: string;
};

const roles = ["admin", "manager", "learner", "instructor"];

/** Somebody in an instance, for creating and for editing. */
export function InstanceUserForm({ form, isEdit = false, action }: Props) {
  const { t } = useLingui();
  const { register, error } = form;
  const required = (message: string) => ({
    validate: (value: string | boolean) => Boolean(String(value).trim()) || message,
  });
  return (
    <Card className="max-w-2xl">
      <form onSubmit={form.submit} noValidate className="grid gap-5">
        <Problems messages={form.problems} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label={t`First Name`}
            autoComplete="off"
            maxLength={100}
            error={error("first_name")}
            {...register("first_name", required(t`Enter a first name.`))}
          />
          <Field
            label={t`Last Name`}
            autoComplete="off"
            maxLength={100}
            error={error("last_name")}
            {...register("last_name", required(t`Enter a last name.`))}
          />
        </div>
        <Field
          label={t`Email`}
          type="email"
          autoComplete="off"
          maxLength={254}
          readOnly={isEdit}
          error={error("email")}
          {...register("email", required(t`Enter an email.`))}
        />
        {!isEdit && (
          <Field
            label={t`Password`}
            type="password"
            autoComplete="new-password"
            hint={t`Optional. Left empty, they are sent a link by which they set their own password.`}
            error={error("password")}
            {...register("password")}
          />
        )}
        <Select
          label={t`Role`}
          error={error("role")}
          options={[
            ...(isEdit ? [] : [{ value: "", label: t`Select a role` }]),
            ...[...roles, ...(isEdit ? ["super_admin"] : [])].map((role) => ({ value: role, label: roleLabel(role) })),
          ]}
          {...register("role", required(t`Choose a role from the list.`))}
        />
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
          <Checkbox
            label={t`Primary Instance Access`}
            error={error("primary_access")}
            {...register("primary_access")}
          />
          <Checkbox label={t`Mark as Instance Owner`} error={error("is_owner")} {...register("is_owner")} />
          <Checkbox label={t`Skip Welcome Email`} error={error("skip_email")} {...register("skip_email")} />
        </div>
        <div className="flex justify-end border-t border-line pt-5">
          <Button type="submit" busy={form.saving}>
            {action}
          </Button>
        </div>
      </form>
    </Card>
  );
}
