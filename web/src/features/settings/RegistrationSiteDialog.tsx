import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Controller } from "react-hook-form";
import { boot, setBoot } from "../../app/boot.ts";
import { execute } from "../../app/graphql.ts";
import { useSaveForm } from "../../app/saveForm.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Form } from "../../ui/Form.tsx";
import { MultiSelect } from "../../ui/MultiSelect.tsx";
import { Problems } from "../../ui/Problems.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { toast } from "../../ui/toast.ts";
import { type RegistrationSite, UpdateRegistrationSite } from "./registrationSites.documents.ts";

type Props = { site: RegistrationSite; groups: { id: number; name: string }[]; onClose: () => void };
type Fields = { is_open: boolean; domains: string; needs_approval: boolean; group_ids: number[] };

/** Opens or closes a site for registration. */
export function RegistrationSiteDialog({ site, groups, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useSaveForm<Fields, { is_open: boolean }>({
    values: {
      is_open: site.is_open,
      domains: site.domains.join("\n"),
      needs_approval: site.needs_approval,
      group_ids: site.group_ids,
    },
    save: async ({ domains, ...fields }) => {
      const input = { ...fields, branch_id: site.branch_id ?? null, domains: domains.split(/[\s,;]+/).filter(Boolean) };
      return (await execute(UpdateRegistrationSite, { input })).updateRegistrationSite;
    },
    onSaved: async ({ is_open }) => {
      if ((boot().branch?.id ?? null) === site.branch_id) setBoot({ isOpenToAll: is_open });
      onClose();
      toast({ kind: "success", text: t`The registration at ${site.name} was saved.` });
      await client.invalidateQueries({ queryKey: ["registrationSites"] });
    },
  });
  const isOpen = form.watch("is_open");
  return (
    <Dialog
      open
      isForm
      onClose={onClose}
      title={t`Registration at ${site.name}`}
      actions={
        <>
          <Button kind="quiet" onClick={onClose} disabled={form.saving}>
            {t`Cancel`}
          </Button>
          <Button type="submit" form="registration-site" busy={form.saving}>
            {form.saving ? t`Saving...` : t`Save`}
          </Button>
        </>
      }
    >
      <Form id="registration-site" onSubmit={form.submit} className="grid gap-5">
        <Problems messages={form.problems} />
        <Checkbox label={t`People may register without an invitation`} {...form.register("is_open")} />
        {isOpen && (
          <>
            <TextArea
              label={t`Only email addresses of these domains`}
              hint={t`One domain on each line, as example.org. Leave blank for all addresses.`}
              rows={3}
              error={form.error("domains")}
              {...form.register("domains")}
            />
            <Controller
              control={form.control}
              name="group_ids"
              render={({ field }) => (
                <MultiSelect
                  label={t`Add them to groups`}
                  error={form.error("group_ids")}
                  options={groups.map(({ id, name }) => ({ id, label: name }))}
                  value={field.value}
                  onChange={field.onChange}
                />
              )}
            />
            <Checkbox
              label={t`An admin approves each registration`}
              hint={t`Accounts are created with your rights. When you may not create users any more, an admin has to approve them.`}
              {...form.register("needs_approval")}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
