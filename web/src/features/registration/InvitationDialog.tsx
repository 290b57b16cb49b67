import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { useState } from "react";
import { Controller } from "react-hook-form";
import { execute } from "../../app/graphql.ts";
import { useSaveForm } from "../../app/saveForm.ts";
import { parseWholeNumber } from "../../app/numbers.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { MultiSelect } from "../../ui/MultiSelect.tsx";
import { Problems } from "../../ui/Problems.tsx";
import { Select } from "../../ui/Select.tsx";
import { toast } from "../../ui/toast.ts";
import { CreateInvitation, InvitationChoices } from "./registration.documents.ts";

type Fields = {
  name: string;
  branch_id: string;
  group_ids: number[];
  course_id: string;
  days: string;
  most_uses: string;
  needs_approval: boolean;
};

/** Creates an invitation and shows its link once. */
export function InvitationDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [link, setLink] = useState<string | null>(null);
  const choices = useQuery({ queryKey: ["invitationChoices"], queryFn: () => execute(InvitationChoices) });
  const form = useSaveForm<Fields, { link: string }>({
    values: {
      name: "",
      branch_id: "",
      group_ids: [],
      course_id: "",
      days: "30",
      most_uses: "",
      needs_approval: false,
    },
    save: async ({ name, branch_id, group_ids, course_id, days, most_uses, needs_approval }) => {
      const input = {
        name,
        branch_id: toNumber(branch_id),
        group_ids,
        course_id: toNumber(course_id),
        days: parseWholeNumber(days) ?? 0,
        most_uses: parseWholeNumber(most_uses),
        needs_approval,
      };
      return (await execute(CreateInvitation, { input })).createInvitation;
    },
    onSaved: async (created) => {
      setLink(created.link);
      await client.invalidateQueries({ queryKey: ["invitationsPage"] });
    },
  });
  const { register, error } = form;
  return (
    <Dialog
      open
      isForm
      onClose={onClose}
      title={link ? t`Your invitation` : t`Create invitation`}
      actions={
        link ? (
          <Button onClick={onClose}>{t`Done`}</Button>
        ) : (
          <>
            <Button kind="quiet" onClick={onClose} disabled={form.saving}>
              {t`Cancel`}
            </Button>
            <Button type="submit" form="create-invitation" busy={form.saving}>
              {form.saving ? t`Creating...` : t`Create`}
            </Button>
          </>
        )
      }
    >
      {link ? (
        <div className="grid gap-4">
          <p>{t`Copy the link now: it is not shown again.`}</p>
          <code className="block rounded-ctl bg-sunken p-3.5 text-sm break-all select-all" data-testid="invitation">
            {link}
          </code>
          <Button kind="quiet" className="justify-self-start" onClick={() => void copy(link)}>
            <Copy size={16} aria-hidden />
            {t`Copy`}
          </Button>
        </div>
      ) : (
        <Form id="create-invitation" onSubmit={form.submit} className="grid gap-5">
          <Problems messages={form.problems} />
          <Field
            label={t`Name`}
            maxLength={100}
            autoComplete="off"
            hint={t`For your list of invitations, as 'Open day'.`}
            error={error("name")}
            {...register("name", { required: t`Enter a name.` })}
          />
          <Select
            label={t`Branch`}
            error={error("branch_id")}
            options={[
              { value: "", label: t`Main site` },
              ...(choices.data?.branches ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            {...register("branch_id")}
          />
          <Controller
            control={form.control}
            name="group_ids"
            render={({ field }) => (
              <MultiSelect
                label={t`Groups`}
                error={error("group_ids")}
                options={(choices.data?.groups ?? []).map(({ id, name }) => ({ id, label: name }))}
                value={field.value}
                onChange={field.onChange}
              />
            )}
          />
          <Select
            label={t`Course`}
            error={error("course_id")}
            options={[
              { value: "", label: t`None` },
              ...(choices.data?.coursesPage.rows ?? [])
                .filter(({ status }) => status === "published")
                .map(({ id, title }) => ({ value: String(id), label: title })),
            ]}
            {...register("course_id")}
          />
          <Field
            label={t`Valid for days`}
            type="number"
            min={1}
            max={365}
            error={error("days")}
            {...register("days", { required: t`Enter a number of days from 1 to 365.` })}
          />
          <Field
            label={t`How many people may use it`}
            type="number"
            min={1}
            max={100_000}
            hint={t`Leave blank for no limit.`}
            error={error("most_uses")}
            {...register("most_uses")}
          />
          <Checkbox
            label={t`An admin approves each registration`}
            hint={t`Without it, accounts are created as soon as people confirm their address.`}
            {...register("needs_approval")}
          />
        </Form>
      )}
    </Dialog>
  );

  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text);
      toast({ kind: "success", text: t`The link was copied.` });
    } catch {
      // No clipboard on an insecure page: the link can be selected and copied manually.
      toast({ kind: "error", text: t`The link could not be copied. Please mark it and copy it yourself.` });
    }
  }
}

const toNumber = (text: string) => (text.trim() ? Number(text) : null);
