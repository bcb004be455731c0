import type { OperationFile, OperationSource } from '../language/operation.ts';

/** An operation of a file with several lines of `http`, under an id of its own. */
export interface Line {
  readonly id: string;
  readonly source: OperationSource;
}

/** The id under which a further line of an operation file stands: that of the file and the line's method. */
export function lineId(id: string, http: string): string {
  return `${id}-${http.trim().split(/\s+/)[0]?.toLowerCase()}`;
}

/**
 * The operations that a file stands for, one for each line of its `http`.
 *
 * The first one has the id of the file. What is asked for by GET has no body.
 */
export function linesOf(file: OperationFile): readonly Line[] {
  const lines = [file.http].flat();
  if (lines.length === 1) return lines.map((http) => ({ id: file.operation, source: { ...file, http } }));
  return lines.map((http, index) => {
    const { body, ...rest } = file;
    const source = http.trim().startsWith('GET') || body === undefined ? { ...rest, http } : { ...rest, body, http };
    return { id: index === 0 ? file.operation : lineId(file.operation, http), source };
  });
}
