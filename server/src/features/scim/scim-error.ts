/** The reasons of RFC 7644, 3.12. */
export type ScimType =
  | "invalidFilter"
  | "tooMany"
  | "uniqueness"
  | "mutability"
  | "invalidSyntax"
  | "invalidPath"
  | "noTarget"
  | "invalidValue"
  | "invalidVers";

/** An error response of SCIM, in the English of its clients. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

export const bad = (scimType: ScimType, detail: string) => new ScimError(400, detail, scimType);
export const missing = (what: string) => new ScimError(404, `${what} not found.`);
export const taken = (detail: string) => new ScimError(409, detail, "uniqueness");
