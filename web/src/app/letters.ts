/** Under which the answers of one person wait on this device; behind it `course:attempt:question`. */
export const lettersOf = (viewerId: number) => `answer:${viewerId}:`;

/** The same for time that could not be told; behind it `course:attempt:unit`. */
export const timesOf = (viewerId: number) => `time:${viewerId}:`;
