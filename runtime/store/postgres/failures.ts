/** A failure of the connection to the database: a statement was not answered, so its outcome may be unknown. */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super(`The database did not answer: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

/**
 * Codes that come with the end of a connection, or while the server cannot serve it: connection exceptions (08), a server that
 * stops or starts (57P), too many connections (53300), a transaction that was idle for too long (25P), a replica (25006).
 */
const ending = /^(08...|57P0.|53300|25P0[34]|25006)$/;

/** Serialization failure and deadlock: the database asks for the unit to be run again. */
const conflicts: readonly unknown[] = ['40001', '40P01'];
/** A newer release has migrated a table since the statement was planned. */
const otherColumns = '0A000';
/** A statement is not, or already, prepared: a pooler has given this process another connection. */
const otherConnection: readonly unknown[] = ['26000', '42P05'];

/** Waits for an answer of the database. Throws `ConnectionLost` where there is none. */
export async function answered<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    // Errors of the operating system have codes too, such as EPIPE, and no severity.
    const isAnswer = error instanceof Error && 'severity' in error && !ending.test(String(codeOf(error)));
    throw isAnswer ? error : new ConnectionLost(error);
  }
}

/** True if the same work may succeed at once. */
export function isConflict(error: unknown): boolean {
  return conflicts.includes(codeOf(error));
}

/** True if the columns of a table have changed since a statement was planned. */
export function hasOtherColumns(error: unknown): boolean {
  return codeOf(error) === otherColumns;
}

/** True if the connections do not keep prepared statements. */
export function hasOtherConnection(error: unknown): boolean {
  return otherConnection.includes(codeOf(error));
}

/** True if a statement failed because a unique key was taken. */
export function isTaken(error: unknown): boolean {
  return codeOf(error) === '23505';
}

/** The code of an error that the database reports. */
function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
