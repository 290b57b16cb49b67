/** Returns a category with its parent: 'Parent > Child'. */
export const categoryPath = ({ name, parent }: { name: string; parent?: { name: string } | null }) =>
  parent ? `${parent.name} > ${name}` : name;
