/** Returns the storage key of a user's queued answers on this device, followed by `course:attempt:question`. */
export const toAnswerKey = (viewerId: number) => `answer:${viewerId}:`;

/** Returns the storage key of a user's queued time, followed by `course:attempt:unit`. */
export const toTimeKey = (viewerId: number) => `time:${viewerId}:`;
