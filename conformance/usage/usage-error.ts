/** A run that cannot begin: a wrong argument, a missing secret, or a target that is none. The message is one sentence for people. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
