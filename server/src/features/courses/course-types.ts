/** A category as a course carries it. */
export interface CategoryRef {
  id: number;
  name: string;
  parent_id: number | null;
  image_key: string | null;
  parent?: CategoryRef | null;
}
