import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { execute } from "../../app/graphql.ts";
import { roleLabel } from "../../app/roles.ts";
import { viewerQuery } from "../../app/session.ts";
import { Card } from "../../ui/Card.tsx";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { IdentityChoices } from "./identity.documents.ts";
import type { DraftMapping } from "./providerDraft.ts";
import { RuleRows } from "./RuleRows.tsx";

type Props = { mapping: DraftMapping; hasVerifiedClaim: boolean; onChange: (mapping: DraftMapping) => void };

/** Edits how claims of a provider become a user. */
export function MappingCard({ mapping, hasVerifiedClaim, onChange }: Props) {
  const { t } = useLingui();
  const viewer = useQuery(viewerQuery);
  const choices = useQuery({ queryKey: ["identityChoices"], queryFn: () => execute(IdentityChoices) });
  const roles = (viewer.data?.gives_roles ?? ["learner"])
    .filter((role) => role !== "super_admin")
    .map((role) => ({ value: role, label: roleLabel(role) }));
  const toOptions = (rows: { id: number; name: string }[] | undefined) =>
    (rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const text = (name: keyof DraftMapping, label: string, hint?: string) => (
    <Field
      label={label}
      hint={hint}
      maxLength={200}
      spellCheck={false}
      autoCapitalize="none"
      value={mapping[name] as string}
      onChange={({ target }) => onChange({ ...mapping, [name]: target.value })}
    />
  );
  const rules = (name: "role_rules" | "branch_rules" | "group_rules" | "field_claims") => ({
    rules: mapping[name],
    onChange: (rows: DraftMapping["role_rules"]) => onChange({ ...mapping, [name]: rows }),
  });
  return (
    <Card title={t`What the claims become`}>
      <div className="grid gap-6">
        <p className="text-sm text-muted">
          {t`Leave the name of a claim blank to use the usual ones. A test sign-in shows what your provider sends.`}
        </p>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          {text("email_claim", t`Claim with the email`)}
          {hasVerifiedClaim &&
            text(
              "email_verified_claim",
              t`Claim that says the email is verified`,
              t`email_verified where it is blank; xms_edov for Microsoft Entra ID.`,
            )}
          {text("first_name_claim", t`Claim with the first name`)}
          {text("last_name_claim", t`Claim with the last name`)}
        </div>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          {text("role_claim", t`Claim with the role`)}
          <Select
            label={t`Role of all others`}
            options={roles}
            value={mapping.default_role}
            onChange={({ target }) => onChange({ ...mapping, default_role: target.value })}
          />
        </div>
        <RuleRows
          legend={t`Roles`}
          hint={t`The first row that fits decides.`}
          valueLabel={(number) => t`Value of role ${number}`}
          targetLabel={(number) => t`Role ${number}`}
          options={roles}
          {...rules("role_rules")}
        />
        {text("branch_claim", t`Claim with the branch`)}
        <RuleRows
          legend={t`Branches`}
          hint={t`For new users. Without a row that fits, they get access to the main site.`}
          valueLabel={(number) => t`Value of branch ${number}`}
          targetLabel={(number) => t`Branch ${number}`}
          options={toOptions(choices.data?.branches)}
          {...rules("branch_rules")}
        />
        {text("group_claim", t`Claim with the groups`)}
        <RuleRows
          legend={t`Groups`}
          hint={t`People join and leave these groups at each sign-in.`}
          valueLabel={(number) => t`Value of group ${number}`}
          targetLabel={(number) => t`Group ${number}`}
          options={toOptions(choices.data?.groups)}
          {...rules("group_rules")}
        />
        <RuleRows
          legend={t`User fields`}
          valueLabel={(number) => t`Claim for field ${number}`}
          targetLabel={(number) => t`Field ${number}`}
          options={toOptions(choices.data?.userFields)}
          {...rules("field_claims")}
        />
      </div>
    </Card>
  );
}
