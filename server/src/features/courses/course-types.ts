/** A category as part of a course. */
export interface CategoryRef {
  id: number;
  name: string;
  parent_id: number | null;
  image_key: string | null;
  parent?: CategoryRef | null;
}
