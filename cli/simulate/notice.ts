/** Operations that are named one by one; more are counted. */
const maxNamed = 5;

/** The sentence about operations whose answers are made up; `undefined` where there are none. */
export function simulatedNotice(simulated: readonly string[] = []): string | undefined {
  if (simulated.length === 0) return undefined;
  const named = simulated.length > maxNamed ? `${simulated.length} operations` : simulated.join(', ');
  return `made up for ${named}: no handler answers yet (--strict answers 501)`;
}
