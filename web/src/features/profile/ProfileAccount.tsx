import { useLingui } from "@lingui/react/macro";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { boot } from "../../app/boot.ts";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { chooseLanguage, followLanguage, isLanguage } from "../../app/i18n.ts";
import { useSaveForm } from "../../app/saveForm.ts";
import { listLanguages } from "../../app/listLanguages.ts";
import { reloadTexts } from "../../app/reloadTexts.ts";
import { storeUser, useViewer, viewerQuery } from "../../app/session.ts";
import { type OwnFieldValues, toFieldInputs, toFormValues } from "../../app/userFields/fieldForm.ts";
import { OwnFieldInputs } from "../../app/userFields/OwnFieldInputs.tsx";
import { OwnFieldList } from "../../app/userFields/OwnFieldList.tsx";
import type { OwnProfileQuery } from "../../gen/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { ConfirmLeaving } from "../../ui/ConfirmLeaving.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { Problems } from "../../ui/Problems.tsx";
import { Select } from "../../ui/Select.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { toast } from "../../ui/toast.ts";
import { OwnProfile, UpdateUserDetails } from "./profile.documents.ts";

type ProfileFields = OwnFieldValues & {
  first_name: string;
  last_name: string;
  email: string;
  language: string;
  email_notifications: boolean;
};

/** Renders the user's own name, language and mails; only an administrator changes the e-mail. */
export function ProfileAccount() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(ownProfile);
  // A failed reload must not take away what is being typed.
  if (data) return <ProfileForm profile={data} />;
  if (error)
    return (
      <ErrorState
        title={t`Your profile could not be loaded.`}
        detail={getMessage(error)}
        onRetry={() => void refetch()}
      />
    );
  return <Skeleton className="h-96 max-w-xl rounded-card" />;
}

const ownProfile = queryOptions({
  queryKey: ["ownProfile"],
  queryFn: () => execute(OwnProfile),
  staleTime: 0,
});

function ProfileForm({ profile: { viewer: setting, ownFields } }: { profile: OwnProfileQuery }) {
  const { t, i18n } = useLingui();
  const fixed = ownFields.filter(({ may_edit }) => !may_edit);
  const changeable = ownFields.filter(({ may_edit }) => may_edit);
  const fields = changeable.map(({ field }) => field);
  const viewer = useViewer();
  const client = useQueryClient();
  const form = useSaveForm({
    values: {
      first_name: viewer.first_name,
      last_name: viewer.last_name,
      email: viewer.email,
      language: viewer.language ?? "",
      email_notifications: setting.email_notifications,
      ...toFormValues(changeable),
    } as ProfileFields,
    failure: t`An unexpected error occurred. Please try again.`,
    save: async (values) => {
      const { first_name, last_name, email, language, email_notifications } = values;
      const input = { first_name, last_name, email, language: language || null, email_notifications };
      return (await execute(UpdateUserDetails, { input: { ...input, fields: toFieldInputs(fields, values) } }))
        .updateUserDetails;
    },
    onSaved: async ({ language, ...user }) => {
      storeUser(user);
      const before = i18n.locale;
      await (isLanguage(language)
        ? chooseLanguage(language)
        : followLanguage(boot().branch?.language ?? boot().instance?.language));
      toast({ kind: "success", text: t`Profile updated successfully!` });
      if (i18n.locale !== before) void reloadTexts(client);
      await Promise.all([viewerQuery, ownProfile].map(({ queryKey }) => client.invalidateQueries({ queryKey })));
    },
  });
  const { register, error } = form;

  return (
    <Card className="max-w-xl">
      <Form onSubmit={form.submit} className="grid gap-5">
        <Problems messages={form.problems} />
        <ConfirmLeaving isUnsaved={form.isUnsaved} />
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
        <OwnFieldInputs fields={fields} form={form} />
        <OwnFieldList values={fixed} />
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
