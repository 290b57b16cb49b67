import { useLingui } from "@lingui/react/macro";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { boot } from "../../app/boot.ts";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { chooseLanguage, followLanguage, isLanguage } from "../../app/i18n.ts";
import { useSaveForm } from "../../app/saveForm.ts";
import { listLanguages } from "../../app/listLanguages.ts";
import { storeUser, useViewer, viewerQuery } from "../../app/session.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { Problems } from "../../ui/Problems.tsx";
import { Select } from "../../ui/Select.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { toast } from "../../ui/toast.ts";
import { MailSetting, UpdateUserDetails } from "./profile.documents.ts";

/** Renders the user's own name, language and mails; only an administrator changes the e-mail. */
export function ProfileAccount() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(mailSetting);
  if (error)
    return (
      <ErrorState
        title={t`Your profile could not be loaded.`}
        detail={getMessage(error)}
        onRetry={() => void refetch()}
      />
    );
  return data ? <ProfileForm {...data} /> : <Skeleton className="h-96 max-w-xl rounded-card" />;
}

const mailSetting = queryOptions({
  queryKey: ["mail setting"],
  queryFn: async () => (await execute(MailSetting)).viewer,
  staleTime: 0,
});

function ProfileForm({ email_notifications }: { email_notifications: boolean }) {
  const { t } = useLingui();
  const viewer = useViewer();
  const client = useQueryClient();
  const form = useSaveForm({
    values: {
      first_name: viewer.first_name,
      last_name: viewer.last_name,
      email: viewer.email,
      language: viewer.language ?? "",
      email_notifications,
    },
    failure: t`An unexpected error occurred. Please try again.`,
    save: async ({ language, ...fields }) =>
      (await execute(UpdateUserDetails, { input: { ...fields, language: language || null } })).updateUserDetails,
    onSaved: async ({ language, ...user }) => {
      storeUser(user);
      await (isLanguage(language)
        ? chooseLanguage(language)
        : followLanguage(boot().branch?.language ?? boot().instance?.language));
      toast({ kind: "success", text: t`Profile updated successfully!` });
      await Promise.all([viewerQuery, mailSetting].map(({ queryKey }) => client.invalidateQueries({ queryKey })));
    },
  });
  const { register, error } = form;

  return (
    <Card className="max-w-xl">
      <Form onSubmit={form.submit} className="grid gap-5">
        <Problems messages={form.problems} />
        <Field
          label={t`First name`}
          autoComplete="given-name"
          maxLength={100}
          error={error("first_name")}
          {...register("first_name", { required: t`Enter your first name.` })}
        />
        <Field
          label={t`Last name`}
          autoComplete="family-name"
          maxLength={100}
          error={error("last_name")}
          {...register("last_name", { required: t`Enter your last name.` })}
        />
        <Field label={t`Email`} type="email" readOnly error={error("email")} {...register("email")} />
        <Select
          label={t`Language`}
          error={error("language")}
          options={[{ value: "", label: t`The language of the site` }, ...listLanguages(viewer.language)]}
          {...register("language")}
        />
        <Checkbox
          label={t`Send me emails about my courses`}
          hint={t`New courses, reviews of your work, certificates and dates to keep.`}
          {...register("email_notifications")}
        />
        <div className="flex justify-end border-t border-line pt-5">
          <Button type="submit" busy={form.saving}>
            {form.saving ? t`Saving...` : t`Save Changes`}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
