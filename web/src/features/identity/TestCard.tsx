import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { execute } from "../../app/graphql.ts";
import { Loaded } from "../../app/Loaded.tsx";
import { roleLabel } from "../../app/roles.ts";
import { Card } from "../../ui/Card.tsx";
import { IdentityTest, type Test } from "./identity.documents.ts";

/** Shows what a test sign-in found: what a real one would do, and what the provider sent. */
export function TestCard({ test }: { test: string }) {
  const { t } = useLingui();
  const found = useQuery({
    queryKey: ["identityTest", test],
    queryFn: async () => ({ result: (await execute(IdentityTest, { id: test })).identityTest ?? null }),
    staleTime: Infinity,
  });
  return (
    <Card title={t`Test sign-in`}>
      <Loaded query={found} shape="form" failure={t`The test could not be loaded.`}>
        {({ result }) =>
          result ? (
            <Result result={result} />
          ) : (
            <p role="status" className="text-sm text-muted">{t`This test is over. Start another one.`}</p>
          )
        }
      </Loaded>
    </Card>
  );
}

function Result({ result: { problem, detail, subject, claims, plan } }: { result: Test }) {
  const { t } = useLingui();
  const outcome = useOutcome(plan);
  if (problem !== null || !plan)
    return (
      <div role="alert" className="grid gap-2 text-sm text-danger">
        <p>{problem}</p>
        {detail && <p className="font-mono text-small">{detail}</p>}
      </div>
    );
  const name = [plan.first_name, plan.last_name].filter(Boolean).join(" ");
  const rows = [
    [t`Subject`, subject],
    [t`Name`, name],
    [t`Email`, plan.email && (plan.is_email_verified ? t`${plan.email} (verified)` : t`${plan.email} (not verified)`)],
    [t`Role`, roleLabel(plan.role)],
    [t`Branch`, plan.branch],
    [t`Groups`, plan.groups.join(", ")],
  ] as const;
  return (
    <div className="grid gap-5">
      <p role="status" className={plan.action === "refuse" ? "text-danger" : "text-ok-text"}>
        {outcome}
      </p>
      <Facts label={t`What it becomes`} rows={rows.map(([label, value]) => [label, value || "–"])} />
      <Facts label={t`What the provider sent`} rows={claims.map((claim) => [claim.name, claim.value])} isCode />
    </div>
  );
}

function Facts({ label, rows, isCode = false }: { label: string; rows: [string, string][]; isCode?: boolean }) {
  return (
    <section aria-label={label}>
      <h3 className="mb-2 text-sm font-medium">{label}</h3>
      <dl className="grid gap-x-6 gap-y-2 rounded-ctl bg-sunken p-4 text-sm sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className={isCode ? "font-mono text-small break-all text-muted" : "text-muted"}>{name}</dt>
            <dd className={isCode ? "font-mono text-small break-all" : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Says what a sign-in would do. */
function useOutcome(plan: Test["plan"]): string {
  const { t } = useLingui();
  if (!plan) return "";
  const name = plan.user ?? "";
  const texts: Record<string, string> = {
    sign_in: t`This person signs in as ${name}, to whom they are linked.`,
    link: t`This person would be linked to ${name}, and sign in.`,
    create: t`A new account would be created.`,
    no_account: t`Refused: there is no account with this email, and the provider does not create accounts.`,
    no_email: t`Refused: the provider sent no email for a new account.`,
    email_unverified: t`Refused: ${name} has this email, and the provider does not say that it is verified.`,
    higher_rank: t`Refused: ${name} has a higher role than the person who saved this provider.`,
    other_subject: t`Refused: ${name} is linked to another person of this provider.`,
    other_branch: t`Refused: ${name} does not belong to the branch of this provider.`,
    branch_gone: t`Refused: the branch of the rule that fits was deleted. Choose another branch in the rules.`,
    author_gone: t`Refused: the person who saved this provider may not set up providers any more. Save it again.`,
    role_too_high: t`Refused: the person who saved this provider may not give this role.`,
  };
  return texts[plan.refusal ?? plan.action] ?? plan.action;
}
