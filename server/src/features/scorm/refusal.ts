/** Why a package is not taken, in words for the person who uploads it. Whatever it was stored as is removed. */
export class Refusal extends Error {}

/** Stops the reading of a package. */
export function refuse(reason: string): never {
  throw new Refusal(reason);
}
