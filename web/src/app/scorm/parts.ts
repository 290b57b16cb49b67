/** A course of cmi5 as its window shows it: its lines, and how each AU is opened. */
export interface Parts {
  /** Of whom and where, for what is remembered of it. */
  key: string;
  read: () => Promise<Course>;
  launch: (uuid: string) => Promise<{ url: string; launch_method: string }>;
}

export interface Course {
  title: string;
  members: Member[];
}

export interface Member {
  kind: string;
  identifier: string;
  uuid?: string | null;
  title: string;
  description: string;
  depth: number;
  launch_method?: string | null;
  is_done: boolean;
  is_failed: boolean;
  is_begun: boolean;
  is_waived: boolean;
  score?: number | null;
}
