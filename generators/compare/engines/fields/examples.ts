import type { Example } from '../../kind.ts';

const file = 'schemas/audio.yaml';

/** Where a field of the examples is written in the small specification. */
const places = { request: '      seconds:', response: '      charged:' } as const;

/** An example in which the schema of one field of a request or response changes. */
export function fieldExample(
  side: keyof typeof places,
  before: string,
  after: string,
  back: readonly string[],
): Example {
  const place = places[side];
  return {
    given: { [file]: [place, `      extra: ${before}\n${place}`] },
    edit: { [file]: [`extra: ${before}`, `extra: ${after}`] },
    back,
  };
}
