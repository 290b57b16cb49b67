import { Plural, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { Loaded } from "../../../app/Loaded.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { Empty } from "../../../ui/Empty.tsx";
import { formatDateTime } from "../../../ui/format.ts";
import { NameLink } from "../../../ui/NameLink.tsx";
import { Tag } from "../../../ui/Tag.tsx";
import { toast } from "../../../ui/toast.ts";
import { refreshAllButSettings } from "./refresh.ts";
import { PublishTermsDialog } from "./PublishTermsDialog.tsx";
import { RequireTerms, type TermsVersion, TermsVersions } from "./privacy.documents.ts";

/** Renders the versions of the terms of use: publishes one, and shows how many users accepted each. */
export function TermsOfOrganisation() {
  const { t } = useLingui();
  const client = useQueryClient();
  const [isPublishing, setPublishing] = useState(false);
  const versions = useQuery({
    queryKey: ["termsVersions"],
    queryFn: async () => (await execute(TermsVersions)).termsVersions,
    staleTime: 0,
  });
  const requiring = useMutation({
    mutationFn: (is_required: boolean) => execute(RequireTerms, { is_required }),
    onSuccess: async (_, isRequired) => {
      toast({
        kind: "success",
        text: isRequired ? t`Users are asked to accept the latest version.` : t`Users are not asked any more.`,
      });
      await refreshAllButSettings(client);
    },
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
  const publish = <Button onClick={() => setPublishing(true)}>{t`Publish a version...`}</Button>;
  return (
    <Card className="max-w-2xl" title={t`Terms of use`}>
      <p className="mb-5 text-sm text-muted">
        {t`Users accept the latest version before anything else, the next time they open a page. API keys and visitors of the platform’s staff are not asked.`}
      </p>
      <Loaded query={versions} shape="form" failure={t`The versions could not be loaded.`}>
        {(loaded) =>
          loaded.length === 0 ? (
            <Empty title={t`No terms of use yet`} action={publish}>
              {t`Nobody is asked to accept anything.`}
            </Empty>
          ) : (
            <div className="grid gap-5">
              <ul className="divide-y divide-line rounded-card border border-line">
                {loaded.map((version) => (
                  <Version key={version.version} version={version} />
                ))}
              </ul>
              <div className="flex flex-wrap justify-end gap-2">
                <Button
                  kind="quiet"
                  busy={requiring.isPending}
                  onClick={() => requiring.mutate(!loaded.some(({ is_current }) => is_current))}
                >
                  {loaded.some(({ is_current }) => is_current) ? t`Stop asking` : t`Ask for the latest version`}
                </Button>
                {publish}
              </div>
            </div>
          )
        }
      </Loaded>
      {isPublishing && versions.data && (
        <PublishTermsDialog latest={versions.data[0] ?? null} onClose={() => setPublishing(false)} />
      )}
    </Card>
  );
}

function Version({
  version: { version, published_at, published_by, is_current, accepted },
}: {
  version: TermsVersion;
}) {
  const { t } = useLingui();
  const when = formatDateTime(published_at);
  return (
    <li className="grid gap-1 p-4">
      <div className="flex flex-wrap items-center gap-2 font-semibold">
        <NameLink to="/settings/privacy/terms/$id" params={{ id: version }}>
          {t`Version ${version}`}
        </NameLink>
        {is_current && <Tag tone="accent">{t`Required`}</Tag>}
      </div>
      <p className="text-sm text-muted">
        {published_by ? t`Published by ${published_by} on ${when}` : t`Published on ${when}`}
      </p>
      <p className="text-sm">
        <Plural value={accepted} one="Accepted by # user" other="Accepted by # users" />
      </p>
    </li>
  );
}
