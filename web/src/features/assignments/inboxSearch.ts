/** The address besides the table's own state; without a state, waiting submissions. */
export type InboxSearch = { course?: number; state?: string };
