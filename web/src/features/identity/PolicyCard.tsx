import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Controller } from "react-hook-form";
import { execute } from "../../app/graphql.ts";
import { forEditing, Loaded } from "../../app/Loaded.tsx";
import { useSaveForm } from "../../app/saveForm.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Form } from "../../ui/Form.tsx";
import { MultiSelect } from "../../ui/MultiSelect.tsx";
import { Problems } from "../../ui/Problems.tsx";
import { toast } from "../../ui/toast.ts";
import { type Policy, SignInPolicy, UpdateSignInPolicy } from "./identity.documents.ts";

/** Renders whether people may use passwords, and which admins keep theirs. */
export function PolicyCard({ hasProviders }: { hasProviders: boolean }) {
  const { t } = useLingui();
  const policy = useQuery({
    queryKey: ["signInPolicy"],
    queryFn: async () => (await execute(SignInPolicy)).signInPolicy,
    ...forEditing,
  });
  return (
    <Card title={t`Passwords`}>
      <Loaded query={policy} shape="form" failure={t`The settings could not be loaded.`}>
        {(loaded) => <PolicyForm policy={loaded} hasProviders={hasProviders} />}
      </Loaded>
    </Card>
  );
}

function PolicyForm({ policy, hasProviders }: { policy: Policy; hasProviders: boolean }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useSaveForm({
    values: { passwords_off: policy.passwords_off, user_ids: policy.exceptions.map(({ id }) => id) },
    save: async (fields) => (await execute(UpdateSignInPolicy, fields)).updateSignInPolicy,
    onSaved: async ({ passwords_off }) => {
      toast({
        kind: "success",
        text: passwords_off ? t`People sign in only with their organisation.` : t`People may sign in with a password.`,
      });
      await client.invalidateQueries({ queryKey: ["signInPolicy"] });
    },
    failure: t`The settings could not be saved.`,
  });
  const isOff = form.watch("passwords_off");
  return (
    <Form onSubmit={form.submit} className="grid gap-5">
      <Problems messages={form.problems} />
      <Checkbox
        label={t`Sign in only with the organisation`}
        hint={
          hasProviders
            ? t`Passwords no longer work, apart from those of the admins below. Sessions and API keys go on.`
            : t`Add a provider for all sites first, and try it.`
        }
        disabled={!hasProviders && !policy.passwords_off}
        {...form.register("passwords_off")}
      />
      {isOff && (
        <Controller
          control={form.control}
          name="user_ids"
          render={({ field }) => (
            <MultiSelect
              label={t`Admins who may still use a password`}
              hint={t`For the day on which the provider does not work. Choose at least one with a strong password and a second factor.`}
              error={form.error("user_ids")}
              options={policy.admins.map(({ id, name, has_password }) => ({
                id,
                label: has_password ? name : t`${name} (has no password)`,
              }))}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
      )}
      <div className="flex justify-end">
        <Button type="submit" busy={form.saving}>
          {form.saving ? t`Saving...` : t`Save`}
        </Button>
      </div>
    </Form>
  );
}
