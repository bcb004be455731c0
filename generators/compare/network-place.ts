import type { Context, Finding } from './kind.ts';

/**
 * Where a change of what a host is paid with stands: in the file of the network, unless the host names another one.
 *
 * `also` is the CAIP-2 id of a network that the host takes beside its own.
 */
export function networkPlace(
  path: readonly string[],
  host: string,
  { before, after }: Context,
  also?: string,
): Pick<Finding, 'entry' | 'path'> {
  const entry = `network-of/${host}${also === undefined ? '' : `/${also}`}`;
  const [was, is] = [before.place(entry), after.place(entry)];
  return was && was.file === is?.file
    ? { entry, path }
    : { path: ['payment', also === undefined ? 'network' : 'also'] };
}
