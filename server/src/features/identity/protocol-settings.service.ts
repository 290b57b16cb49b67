import type { Actor } from "../../access/actor.ts";
import { Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import type { Platform } from "../../platform/platform.ts";
import { ProviderUnreachable } from "../../platform/provider-fetch.ts";
import { type ProviderInput, readOidc, readSaml } from "./provider-input.ts";
import type { ProviderRow, ProviderSettings } from "./providers.queries.ts";
import { type IdpMetadata, LONGEST_METADATA, readMetadata } from "./saml-metadata.ts";
import { createOwnKey } from "./self-signed.ts";

interface Given {
  input: ProviderInput;
  /** The stored provider; null for a new one. */
  before: ProviderRow | null;
}

interface ProtocolSettings {
  issuer: string;
  settings: ProviderSettings;
  /** Null where the stored one stays. */
  secret: string | null;
}

/** Reads what OpenID Connect needs. @throws Invalid by field */
export function readOidcSettings({ input, before }: Given): ProtocolSettings {
  const { issuer, client_id, client_secret, scopes, single_logout } = readOidc(input);
  // Otherwise an admin could have the stored secret sent to an address of theirs.
  if (before?.secret && !client_secret && new URL(issuer).origin !== new URL(before.issuer).origin)
    throw new Invalid({ client_secret: [t`Enter the client secret again, because the address has changed.`] });
  return {
    issuer,
    settings: { client_id, scopes, single_logout: single_logout ?? false },
    secret: client_secret || null,
  };
}

/**
 * Reads what SAML needs: the metadata that are given, else those of the address, else those that are stored. A new
 * provider gets a key.
 * @throws Invalid by field
 */
export async function readSamlSettings({ platform }: Actor, { input, before }: Given): Promise<ProtocolSettings> {
  const { metadata, metadata_url, allows_idp_initiated, requires_encryption, single_logout } = readSaml(input);
  const address = metadata_url || null;
  const isNewAddress = address !== null && address !== (before?.settings.metadata_url ?? null);
  const described = metadata?.trim()
    ? readMetadata(metadata)
    : isNewAddress
      ? await fetchMetadata(platform, address)
      : null;
  if (!described && !before)
    throw new Invalid({ metadata: [t`Paste the metadata of your provider, or enter their address.`] });
  const key = before ? null : createOwnKey("Cairn");
  const { issuer, ...endpoints } = described ?? { ...before!.settings, issuer: before!.issuer };
  return {
    issuer,
    settings: {
      ...endpoints,
      ...(described && { read_at: new Date().toISOString() }),
      metadata_url: address,
      allows_idp_initiated: allows_idp_initiated ?? false,
      requires_encryption: requires_encryption ?? false,
      single_logout: single_logout ?? false,
      own_certificate: key?.certificate ?? before!.settings.own_certificate!,
    },
    secret: key?.privateKey ?? null,
  };
}

/** Reads metadata from the address of a provider. @throws Invalid for `metadata_url` or `metadata` */
export async function fetchMetadata({ fetchProvider }: Platform, address: string): Promise<IdpMetadata> {
  const accept = "application/samlmetadata+xml, application/xml, text/xml";
  const response = await fetchProvider(address, { method: "GET", headers: { accept } }).catch((error: unknown) => {
    if (error instanceof ProviderUnreachable) throw new Invalid({ metadata_url: [error.text] });
    throw error;
  });
  const text = await response.text();
  if (!response.ok || text.length > LONGEST_METADATA)
    throw new Invalid({ metadata_url: [t`There are no metadata at this address.`] });
  return readMetadata(text);
}
