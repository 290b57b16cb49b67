import type { Claims } from "./mapping.ts";

/** Who a provider says has signed in. */
export interface Identity {
  issuer: string;
  /** Stable at the issuer, and never given to another person. */
  subject: string;
  claims: Claims;
}
