/** Joins class names, without false and missing ones. */
export const classes = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(" ");
