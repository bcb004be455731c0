/** A run cannot start: an invalid argument, a missing secret, or an unusable target. The message says what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
