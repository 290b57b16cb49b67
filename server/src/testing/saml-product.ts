import type { OwnKey } from "../features/identity/self-signed.ts";

/** What a test sets in an identity provider. */
export interface SamlProductOptions {
  key: OwnKey;
  /** Written into its metadata beside the key that signs, as before a change of keys. */
  nextKey?: OwnKey;
  encrypts?: boolean;
  /** The metadata of the product that may ask it. */
  client?: string;
}

/** A person of an identity provider. */
interface ProductPerson {
  email: string;
  first_name: string;
  last_name: string;
  /** What the person enters in its login form. */
  form: Record<string, string>;
}

/** An identity provider that other people wrote, and that a test starts. */
export interface SamlProduct {
  origin: string;
  entityId: string;
  metadataUrl: string;
  /** Where a person signs out there. */
  signOutUrl: string;
  /** Whether its metadata name a key before it signs with it, so that a change interrupts no sign-in. */
  publishesNextKey: boolean;
  /** One of them is in the group `trainers`. */
  people: Record<"trainer" | "learner", ProductPerson>;
  configure: (options: SamlProductOptions) => Promise<void>;
  stop: () => Promise<void>;
}
