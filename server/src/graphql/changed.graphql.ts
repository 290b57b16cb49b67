import { builder } from "./builder.ts";

/** The id of what a call changed, where nothing else is returned. */
export const Changed = builder.objectRef<{ id: number }>("Changed");

Changed.implement({ fields: (t) => ({ id: t.exposeInt("id") }) });
