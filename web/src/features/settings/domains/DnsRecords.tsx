import { useLingui } from "@lingui/react/macro";
import type { CustomDomain } from "./domains.documents.ts";

/** Shows the DNS records that a domain needs: one that proves it, and one that leads to the product. */
export function DnsRecords({ domain: { host, record, target } }: { domain: CustomDomain }) {
  const { t } = useLingui();
  const rows = [
    { type: "TXT", name: record.name, value: record.value, purpose: t`Proves the domain` },
    { type: "CNAME", name: host, value: target, purpose: t`Leads to the product` },
  ];
  return (
    <dl className="mt-4 grid gap-3 rounded-ctl bg-sunken p-4 text-sm">
      {rows.map(({ type, name, value, purpose }) => (
        <div key={type} className="grid gap-1">
          <dt className="font-medium">
            {purpose} ({type})
          </dt>
          <dd className="font-mono text-small break-all">{name}</dd>
          <dd className="font-mono text-small break-all">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
