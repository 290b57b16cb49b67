/** What an erased user is called. */
export interface Anonymous {
  first: string;
  last: string;
  /** First and last name. */
  name: string;
  email: string;
}

/** Returns the name and the address that an erased user has. */
export function toAnonymous(id: number): Anonymous {
  const [first, last] = ["Erased person", String(id)];
  // 'invalid' is reserved: no mail can be sent there (RFC 2606).
  return { first, last, name: `${first} ${last}`, email: `erased-${id}@erased.invalid` };
}
