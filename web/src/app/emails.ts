/**
 * Matches what may be an email address. The server decides: it knows addresses with letters of any script, and domains such as
 * `xn--e1afmkfd.xn--p1ai`, which the pattern of zod refuses.
 */
export const EMAIL = /^\S+@\S+\.\S+$/;
