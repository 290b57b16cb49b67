import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { execute } from "../../app/graphql.ts";
import { NewPasswordField } from "../../app/passwords/NewPasswordField.tsx";
import { useSaveForm } from "../../app/saveForm.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Problems } from "../../ui/Problems.tsx";
import { toast } from "../../ui/toast.ts";
import { RegisterUser } from "./people.documents.ts";

/** Renders `/register`: operators register a learner of this site. The server validates. */
export function RegisterScreen() {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useSaveForm({
    values: { first_name: "", last_name: "", email: "", password: "" },
    save: async (fields) => (await execute(RegisterUser, { ...fields, role: "learner" })).registerUser,
    onSaved: async ({ first_name, last_name }) => {
      const name = `${first_name} ${last_name}`;
      toast({ kind: "success", text: t`${name} was registered.` });
      form.reset();
      await client.invalidateQueries();
    },
  });
  const { register, error } = form;
  return (
    <>
      <BackLink to="/admin/instances">{t`Back to instances`}</BackLink>
      <PageHeader title={t`Register`} />
      <Card className="max-w-xl">
        <Form onSubmit={form.submit} className="grid gap-5">
          <Problems messages={form.problems} />
          <Field
            label={t`First Name`}
            autoComplete="off"
            error={error("first_name")}
            {...register("first_name", { required: t`Enter a first name.` })}
          />
          <Field
            label={t`Last Name`}
            autoComplete="off"
            error={error("last_name")}
            {...register("last_name", { required: t`Enter a last name.` })}
          />
          <Field
            label={t`Email`}
            type="email"
            autoComplete="off"
            error={error("email")}
            {...register("email", { required: t`Enter an email.` })}
          />
          <NewPasswordField
            label={t`Password`}
            hint={t`Password should be at least 8 characters.`}
            error={error("password")}
            {...register("password", { required: t`Enter a password.` })}
          />
          <div className="flex justify-end border-t border-line pt-5">
            <Button type="submit" busy={form.saving}>
              {t`Register`}
            </Button>
          </div>
        </Form>
      </Card>
    </>
  );
}
