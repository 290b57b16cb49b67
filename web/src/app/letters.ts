/** Under which the answers of one person wait on this device; behind it `course:attempt:question`. */
export const lettersOf = (viewerId: number) => `answer:${viewerId}:`;
