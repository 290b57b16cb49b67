import { builder } from "./builder.ts";

/** The id of what a call changed, where there is no more to say. */
export const Changed = builder.objectRef<{ id: number }>("Changed");

Changed.implement({ fields: (t) => ({ id: t.exposeInt("id") }) });
