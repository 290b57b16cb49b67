/** The right sides that are still free for one left side: what the others use is taken, as often as it is there. */
export function choicesFor(left: string, rights: string[], chosen: Record<string, string>): string[] {
  const free = [...rights];
  for (const [other, right] of Object.entries(chosen)) {
    if (other !== left && free.includes(right)) free.splice(free.indexOf(right), 1);
  }
  return [...new Set(free)];
}
