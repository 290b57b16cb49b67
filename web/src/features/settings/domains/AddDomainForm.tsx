import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { execute } from "../../../app/graphql.ts";
import { useSaveForm } from "../../../app/saveForm.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Form } from "../../../ui/Form.tsx";
import { Problems } from "../../../ui/Problems.tsx";
import { Select } from "../../../ui/Select.tsx";
import { toast } from "../../../ui/toast.ts";
import { AddCustomDomain } from "./domains.documents.ts";

/** Renders the form that adds a domain for the main site or a branch. */
export function AddDomainForm({ branches }: { branches: { id: number; name: string }[] }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useSaveForm({
    values: { host: "", branch_id: "" },
    save: async ({ host, branch_id }) =>
      (await execute(AddCustomDomain, { host, branch_id: branch_id ? Number(branch_id) : null })).addCustomDomain,
    onSaved: async ({ host }) => {
      form.reset();
      toast({ kind: "success", text: t`${host} was added. Create its DNS records to prove it.` });
      await client.invalidateQueries({ queryKey: ["customDomains"] });
    },
    failure: t`The domain could not be added.`,
  });
  return (
    <Card title={t`Add a domain`}>
      <Form onSubmit={form.submit} className="grid gap-5">
        <Problems messages={form.problems} />
        <Field
          label={t`Domain`}
          hint={t`For example learn.example.org. You need access to its DNS.`}
          maxLength={300}
          autoCapitalize="none"
          spellCheck={false}
          error={form.error("host")}
          {...form.register("host", { required: t`Enter a domain.` })}
        />
        {branches.length > 0 && (
          <Select
            label={t`Leads to`}
            error={form.error("branch_id")}
            options={[
              { value: "", label: t`Main site` },
              ...branches.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            {...form.register("branch_id")}
          />
        )}
        <div className="flex justify-end">
          <Button type="submit" busy={form.saving}>
            {form.saving ? t`Saving...` : t`Add domain`}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
