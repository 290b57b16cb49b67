/** A cmi5 course as its window shows it: its rows, and how each AU is launched. */
export interface Parts {
  /** Identifies user and unit, for what is remembered. */
  key: string;
  read: () => Promise<Course>;
  launch: (uuid: string) => Promise<{ url: string; frame_url: string; launch_method: string }>;
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
