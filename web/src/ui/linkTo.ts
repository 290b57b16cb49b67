/** Returns the properties of a link to an address that is given as text, with its search: `<Link {...linkTo(path)}>`. */
export const linkTo = (href: string) => ({ to: ".", href }) as const;
