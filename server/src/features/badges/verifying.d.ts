/** The packages of the tests that verify credentials have no types. */
declare module "@digitalbazaar/vc" {
  export function verifyCredential(options: object): Promise<{
    verified: boolean;
    error?: { errors?: { message: string }[] };
  }>;
}

declare module "@digitalbazaar/data-integrity" {
  export class DataIntegrityProof {
    constructor(options: { cryptosuite: unknown });
  }
}

declare module "@digitalbazaar/eddsa-rdfc-2022-cryptosuite" {
  export const cryptosuite: unknown;
}
