/** Lists the right sides still free for a left side. A right side that occurs twice can be used twice. */
export function listChoices(left: string, rights: string[], chosen: Record<string, string>): string[] {
  const free = [...rights];
  for (const [other, right] of Object.entries(chosen)) {
    if (other !== left && free.includes(right)) free.splice(free.indexOf(right), 1);
  }
  return [...new Set(free)];
}
