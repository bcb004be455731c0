/** The content type that a caller prefers (RFC 9110, section 12.5.1). */

/** A range of `Accept`: `image/*` with its weight. */
interface AcceptedRange {
  readonly range: string;
  readonly weight: number;
}

/** The type of several that an `Accept` header prefers; the first of those alike, and the first where it accepts none. */
export function preferredOf(types: readonly [string, ...string[]], accept = '*/*'): string {
  const ranges = accept.split(',').map(rangeOf);
  const weighed = types.map((type) => ({ type, weight: weightOf(type, ranges) }));
  return weighed.reduce((best, each) => (each.weight > best.weight ? each : best)).type;
}

function rangeOf(text: string): AcceptedRange {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = Number(parameters.find((each) => each.startsWith('q='))?.slice(2) ?? 1);
  return { range, weight: Number.isFinite(weight) ? weight : 0 };
}

/** The weight of the most specific range that has a type. */
function weightOf(type: string, ranges: readonly AcceptedRange[]): number {
  const [main] = type.split('/');
  for (const wanted of [type, `${main}/*`, '*/*']) {
    const found = ranges.find(({ range }) => range === wanted);
    if (found) return found.weight;
  }
  return 0;
}
