import { useLingui } from "@lingui/react/macro";
import { findPrivacyContact } from "./boot.ts";
import { Card } from "../ui/Card.tsx";

/** Renders whom users ask about their data, if the organisation has set anybody. */
export function PrivacyContact() {
  const { t } = useLingui();
  const contact = findPrivacyContact();
  if (!contact) return null;
  return (
    <Card className="max-w-2xl" title={t`Questions about your data`}>
      <p className="text-sm">
        {contact.name}
        {contact.name && contact.email && <br />}
        {contact.email && (
          <a href={`mailto:${contact.email}`} className="text-brand-text underline underline-offset-4">
            {contact.email}
          </a>
        )}
      </p>
    </Card>
  );
}
