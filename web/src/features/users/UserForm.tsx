import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { type AccountFields, AccountForm } from "../../app/accounts/AccountForm.tsx";
import type { useSaveForm } from "../../app/saveForm.ts";
import { useViewer } from "../../app/session.ts";
import type { OwnFieldValues } from "../../app/userFields/fieldForm.ts";
import { OwnFieldInputs } from "../../app/userFields/OwnFieldInputs.tsx";
import type { UserField } from "../../app/userFields/userFields.documents.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";

export type UserFormFields = AccountFields &
  OwnFieldValues & {
    is_primary: boolean;
    is_active: boolean;
    skip_email: boolean;
    deactivate_at: string;
  };

type Props = {
  form: ReturnType<typeof useSaveForm<UserFormFields, unknown>>;
  /** For an existing user: the e-mail address stays, and the user sets the password. */
  isEdit?: boolean;
  /** Replaces the password field of an existing user. */
  passwordLink?: ReactNode;
  /** Whether the current user may give access to the main site. */
  mayPlace: boolean;
  /** A role to offer besides those the current user may assign: the user's own. */
  currentRole?: string;
  /** The organisation's own fields. */
  fields: readonly Pick<UserField, "id" | "name" | "type" | "choices" | "is_required">[];
  action: string;
};

/** Renders the fields of a user, for creating and editing. */
export function UserForm({ form, isEdit = false, passwordLink, mayPlace, currentRole, fields, action }: Props) {
  const { t } = useLingui();
  const { gives_roles } = useViewer();
  const roles = currentRole && !gives_roles.includes(currentRole) ? [currentRole, ...gives_roles] : gives_roles;
  const { register, error } = form;
  return (
    <AccountForm
      form={form}
      isEdit={isEdit}
      passwordLink={passwordLink}
      passwordHint={
        <>
          {t`Password should be at least 8 characters.`} {t`Left empty, an invitation to set one is sent.`}
        </>
      }
      role={{
        label: t`User Type`,
        choose: t`Select a user type`,
        missing: t`Choose a user type from the list.`,
        roles,
      }}
      action={action}
    >
      <OwnFieldInputs fields={fields} form={form} />
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
    </AccountForm>
  );
}
