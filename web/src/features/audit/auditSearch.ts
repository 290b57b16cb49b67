/** The filters of the log in the address. */
export type AuditSearch = {
  person?: number;
  action?: string;
  kind?: string;
  from?: string;
  to?: string;
  log?: "platform";
};
