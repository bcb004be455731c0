import type { ComparedOperation, ComparedView, Side } from '../side.ts';

/**
 * Two descriptions whose paths begin at the same place.
 *
 * A prefix that moved between the servers and the paths changes no address, so that it goes into the paths on both sides.
 */
export function underOneBase(before: Side, after: Side): readonly [Side, Side] {
  const [was, is] = [before.release.hosts[0], after.release.hosts[0]];
  if (!was?.described || !is?.described || was.described.base === is.described.base) return [before, after];
  const [old, now] = [was.described.base, is.described.base];
  const whole = routesOf(was, old).intersection(routesOf(is, now)).size;
  const apart = routesOf(was, '').intersection(routesOf(is, '')).size;
  return whole > apart ? [withBase(before, was, old), withBase(after, is, now)] : [before, after];
}

function routesOf({ operations }: ComparedView, base: string): ReadonlySet<string> {
  const called = operations.filter(({ sends }) => !sends);
  return new Set(called.map(({ method, path }) => `${method} ${base}${path.replace(/\{[^}]*\}/g, '{}')}`));
}

/** A side whose paths begin with the path of its servers, which those end before. */
function withBase(side: Side, view: ComparedView, base: string): Side {
  const { host, described } = view;
  const former = new Map<string, string>();
  const operations = view.operations.map((operation): ComparedOperation => {
    if (operation.sends || operation.extras?.servers !== undefined) return operation;
    const path = `${base}${operation.path}`;
    const id = operation.unnamed ? `${operation.method.toLowerCase()} ${path}` : operation.id;
    former.set(`operation/${id}`, `operation/${operation.id}`);
    return { ...operation, id, path, template: path };
  });
  const prefix = host.prefix
    .split(' ')
    .map((address) => address.slice(0, address.length - base.length))
    .join(' ');
  const hosts = [
    { ...view, host: { ...host, prefix }, operations, ...(described && { described: { ...described, base: '' } }) },
  ];
  return {
    ...side,
    release: { ...side.release, hosts },
    place: (entry, path) => side.place(former.get(entry) ?? entry, path),
  };
}
