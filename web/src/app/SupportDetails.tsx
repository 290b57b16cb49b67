import { useLingui } from "@lingui/react/macro";
import { ExternalLink, Mail, Phone, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Support } from "./boot.ts";

/** Renders whom users ask for help, as the organisation has set it. */
export function SupportDetails({ support: { text, email, phone, link } }: { support: Support }) {
  const { t } = useLingui();
  return (
    <div className="grid gap-4">
      {text && <p className="max-w-[62ch] whitespace-pre-line">{text}</p>}
      <ul className="grid gap-3 text-sm">
        {email && (
          <Way icon={Mail} label={t`Email`}>
            <a href={`mailto:${email}`}>{email}</a>
          </Way>
        )}
        {phone && (
          <Way icon={Phone} label={t`Phone`}>
            <a href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`}>{phone}</a>
          </Way>
        )}
        {link && (
          <Way icon={ExternalLink} label={t`Help`}>
            <a href={link} rel="noreferrer" target="_blank">
              {link}
            </a>
          </Way>
        )}
      </ul>
    </div>
  );
}

function Way({ icon: Icon, label, children }: { icon: LucideIcon; label: string; children: ReactNode }) {
  return (
    <li className="flex gap-4 rounded-card border border-line bg-surface p-5">
      <Icon aria-hidden size={20} className="mt-0.5 shrink-0 text-brand-text" />
      <div className="min-w-0 [&_a]:text-brand-text [&_a]:underline [&_a]:underline-offset-4">
        <h2 className="font-semibold">{label}</h2>
        {children}
      </div>
    </li>
  );
}
