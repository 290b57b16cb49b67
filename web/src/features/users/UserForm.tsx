import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { roleLabel } from "../../app/roles.ts";
import type { useSaveForm } from "../../app/saveForm.ts";
import { useViewer } from "../../app/session.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { Problems } from "../../ui/Problems.tsx";
import { Select } from "../../ui/Select.tsx";

export type UserFormFields = {
  first_name: string;
  last_name: string;
  email: string;
  password: string;
  role: string;
  is_primary: boolean;
  is_active: boolean;
  skip_email: boolean;
  deactivate_at: string;
};

type Props = {
  form: ReturnType<typeof useSaveForm<UserFormFields, unknown>>;
  /** For somebody who is there already: the e-mail address stays, and the password is theirs to set. */
  isEdit?: boolean;
  /** Whether the viewer may say who has access to the main site. */
  mayPlace: boolean;
  /** The role to offer beside those the viewer may give: the one the person has. */
  currentRole?: string;
  action: string;
};

/** The fields of a person, for creating and for editing. */
export function UserForm({ form, isEdit = false, mayPlace, currentRole, action }: Props) {
  const { t } = useLingui();
  const { gives_roles } = useViewer();
  const roles = currentRole && !gives_roles.includes(currentRole) ? [currentRole, ...gives_roles] : gives_roles;
  const { register, error } = form;
  const required = (message: string) => ({
    validate: (value: string | boolean) => Boolean(String(value).trim()) || message,
  });

  return (
    <Card className="max-w-2xl">
      <form onSubmit={form.submit} noValidate className="grid gap-5">
        <Problems messages={form.problems} />
        <Pair>
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
        </Pair>
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
            hint={
              <>
                {t`Password should be at least 8 characters.`} {t`Left empty, an invitation to set one is sent.`}
              </>
            }
            error={error("password")}
            {...register("password")}
          />
        )}
        <Select
          label={t`User Type`}
          error={error("role")}
          options={[
            ...(isEdit ? [] : [{ value: "", label: t`Select a user type` }]),
            ...roles.map((role) => ({ value: role, label: roleLabel(role) })),
          ]}
          {...register("role", required(t`Choose a user type from the list.`))}
        />
        <div className="grid gap-3">
          {mayPlace && (
            <Checkbox label={t`Primary Instance Access`} error={error("is_primary")} {...register("is_primary")} />
          )}
          <Checkbox label={t`Active`} error={error("is_active")} {...register("is_active")} />
          {!isEdit && <Checkbox label={t`Skip Email`} error={error("skip_email")} {...register("skip_email")} />}
        </div>
        <Field
          label={t`Deactivate At`}
          type="date"
          hint={t`Optional: Set a future deactivation date.`}
          error={error("deactivate_at")}
          {...register("deactivate_at")}
        />
        <div className="flex justify-end border-t border-line pt-5">
          <Button type="submit" busy={form.saving}>
            {action}
          </Button>
        </div>
      </form>
    </Card>
  );
}

const Pair = ({ children }: { children: ReactNode }) => <div className="grid gap-5 sm:grid-cols-2">{children}</div>;
