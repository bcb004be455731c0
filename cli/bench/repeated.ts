/** Keeps the last result, so that the optimiser cannot remove the calls. */
let sink: unknown;

/**
 * Calls again and again, so many times in one go.
 *
 * Each measured function needs an instance of this module: a call site that has seen many functions is slow, and would
 * slow the fast ones most.
 */
export function repeated<T>(call: (input: T) => unknown, input: T): (times: number) => void {
  return (times) => {
    for (let index = 0; index < times; index++) sink = call(input);
    if (sink === repeated) throw new Error('unreachable');
  };
}
