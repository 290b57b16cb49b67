/** Returns the storage key of a user's queued answers on this device, followed by `course:attempt:question`. */
export const toAnswerKey = (viewerId: number) => `answer:${viewerId}:`;

/** Returns the storage key of a user's queued time, followed by `course:attempt:unit`. */
export const toTimeKey = (viewerId: number) => `time:${viewerId}:`;

/** Returns the storage key of the mark that calls of a package wait on this device, followed by its unit. */
export const toPackageKey = (viewerId: number) => `scorm:${viewerId}:`;

/** Tells whether time in a course waits on this device until it can be reported. */
export function hasQueuedTime(courseId: number): boolean {
  try {
    return Object.keys(localStorage).some(
      (name) => name.startsWith("time:") && name.split(":")[2] === String(courseId),
    );
  } catch {
    return false; // The storage is closed: nothing can be queued.
  }
}
