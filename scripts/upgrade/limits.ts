/** Something that a release cannot do beside or after this version. */
interface Limit {
  /** What the failure says. */
  message: string;
  /** Why, for people who upgrade. */
  reason: string;
}

export const RESTART = "starts again on the migrated database";

/** By release, then by the name of what was tried. */
export const LIMITS: Record<string, Record<string, Limit>> = {
  "0.1.0": {
    [RESTART]: {
      message: 'relation "xapi_faces" does not exist',
      reason: "a table that it looks for has another name; deploy/rollback/0.1.0.sql gives the former one back",
    },
  },
};
