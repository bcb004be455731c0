import { Problem } from '../operation/problem.ts';

/** Parameters above which a query is refused. */
const maxParameters = 1000;

/** Reads a query as an object of texts; a repeated name has a list. Throws `invalid-body` for too many parameters. */
export function readQuery(query: string): Record<string, string | string[]> {
  const read: Record<string, string | string[]> = Object.create(null);
  if (query === '') return read;
  let count = 0;
  for (const [name, value] of new URLSearchParams(query)) {
    count += 1;
    if (count > maxParameters)
      throw new Problem('invalid-body', { message: `A query has at most ${maxParameters} parameters.` });
    const known = read[name];
    if (known === undefined) read[name] = value;
    else if (Array.isArray(known)) known.push(value);
    else read[name] = [known, value];
  }
  return read;
}
