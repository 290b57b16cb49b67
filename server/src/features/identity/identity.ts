import type { Claims } from "./mapping.ts";

/** Who a provider says has signed in. */
export interface Identity {
  issuer: string;
  /** Stable at the issuer, and never given to another person. */
  subject: string;
  claims: Claims;
  session: IdentitySession;
}

/** The session of a person at a provider: what a request to sign out there names. */
export interface IdentitySession {
  /** OpenID Connect: sid. SAML: SessionIndex. Null when the provider names no sessions. */
  key: string | null;
  /** OpenID Connect. */
  id_token?: string;
  /** SAML: the attributes of the name ID. */
  format?: string;
  name_qualifier?: string;
  sp_name_qualifier?: string;
}
