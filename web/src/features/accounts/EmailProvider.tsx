import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { execute } from "../../app/graphql.ts";
import { buttonClass } from "../../ui/buttonClass.ts";
import { ProviderOfDomain } from "./emailProvider.documents.ts";

/**
 * Offers the identity provider of an e-mail address. The server is asked for its domain only.
 * @param leads whether to go there at once, because the person has sent the form without a password
 */
export default function EmailProvider({ email, leads }: { email: string; leads: boolean }) {
  const { t } = useLingui();
  const domain = /^[^\s@]+@([^\s@]+\.[^\s@]+)$/.exec(email.trim())?.[1]?.toLowerCase();
  const { data: provider } = useQuery({
    queryKey: ["providerOfDomain", domain],
    queryFn: async () => (await execute(ProviderOfDomain, { domain: domain! })).providerOfDomain ?? null,
    enabled: domain !== undefined,
  });
  const address = provider && `/sso/${provider.kind}/${provider.id}/start`;
  useEffect(() => {
    if (leads && address) location.assign(address);
  }, [leads, address]);
  if (!provider || !address) return null;
  const { name } = provider;
  return (
    <div role="status" className="grid gap-3 rounded-ctl border border-line bg-surface p-4">
      <p className="text-sm">{t`Your organisation signs in with ${name}. You need no password here.`}</p>
      {/* The server answers, not the router. */}
      <a href={address} className={buttonClass({ kind: "primary", size: "large" }, "w-full text-center")}>
        {t`Continue with ${name}`}
      </a>
    </div>
  );
}
