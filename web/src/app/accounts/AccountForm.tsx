import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Path } from "react-hook-form";
import { Field } from "../../ui/Field.tsx";
import { FormCard } from "../../ui/FormCard.tsx";
import { Select } from "../../ui/Select.tsx";
import { NewPasswordField } from "../passwords/NewPasswordField.tsx";
import { roleLabel } from "../roles.ts";
import type { useSaveForm } from "../saveForm.ts";

/** The fields that a user has in every form. */
export type AccountFields = {
  first_name: string;
  last_name: string;
  email: string;
  password: string;
  role: string;
};

type AccountFormState<Fields extends AccountFields> = ReturnType<typeof useSaveForm<Fields, unknown>>;

type Props<Fields extends AccountFields> = {
  form: AccountFormState<Fields>;
  /** For an existing user: the e-mail address stays, and the user sets the password. */
  isEdit: boolean;
  /** Replaces the password field of an existing user. */
  passwordLink: ReactNode;
  passwordHint: ReactNode;
  role: { label: string; choose: string; missing: string; roles: readonly string[] };
  /** The text of the button. */
  action: string;
  /** The fields after the role. */
  children: ReactNode;
};

/** Renders the form of a user: name, e-mail address, password and role, and the fields that are given. */
export function AccountForm<Fields extends AccountFields>(props: Props<Fields>) {
  const { form, isEdit, passwordLink, passwordHint, role, action, children } = props;
  const { t } = useLingui();
  const field = (name: keyof AccountFields, missing?: string) => ({
    error: form.error(name as Path<Fields>),
    ...form.register(name as Path<Fields>, { required: missing }),
  });
  return (
    <FormCard form={form} action={action} isLong>
      <div className="grid gap-5 sm:grid-cols-2 lg:contents">
        <Field
          label={t`First Name`}
          autoComplete="off"
          maxLength={100}
          {...field("first_name", t`Enter a first name.`)}
        />
        <Field label={t`Last Name`} autoComplete="off" maxLength={100} {...field("last_name", t`Enter a last name.`)} />
      </div>
      <Field
        label={t`Email`}
        type="email"
        autoComplete="off"
        maxLength={254}
        readOnly={isEdit}
        {...field("email", t`Enter an email.`)}
      />
      {isEdit ? passwordLink : <NewPasswordField label={t`Password`} hint={passwordHint} {...field("password")} />}
      <Select
        label={role.label}
        options={[
          ...(isEdit ? [] : [{ value: "", label: role.choose }]),
          ...role.roles.map((value) => ({ value, label: roleLabel(value) })),
        ]}
        {...field("role", role.missing)}
      />
      {children}
    </FormCard>
  );
}
