/** For what the secrets of providers are encrypted (access/sealed.ts). */
export const SECRET_PURPOSE = "identity provider";

/** Returns what a provider's secret belongs to: copied to another provider, it cannot be opened. */
export const toSecretContext = (instanceId: number, providerId: number) => `${instanceId}:${providerId}`;
