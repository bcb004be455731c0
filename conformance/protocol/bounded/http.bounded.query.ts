import { sampleOf } from '../../http/sample.ts';
import { callable } from './bodies.ts';
import { boundedCheck } from './bounded-check.ts';

/** Numbers of parameters: of a query that most servers read, and of one that most refuse unread. */
const counts = [1500, 16_000];

/** A query of many parameters costs no more than to read it once. */
export const boundedQuery = boundedCheck('http.bounded.query', (run) => {
  const readable = callable(run).filter(({ method }) => method === 'GET');
  const operation = readable.find(({ auth }) => auth === 'none') ?? readable[0];
  if (!operation) return [];
  const { query, ...sample } = sampleOf(operation);
  return counts.map((count) => {
    const parameters = Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, '1']));
    return { what: `A query of ${count} parameters`, invocation: { ...sample, query: { ...query, ...parameters } } };
  });
});
