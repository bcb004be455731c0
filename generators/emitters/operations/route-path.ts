import type { HostView, Operation } from '../../model/types.ts';

/** A path of an operation as routes are written: under `{prefix}`, and `{name+}` for a parameter that may contain slashes. */
export function routePath(path: string, { wide }: Operation, { host }: HostView): string {
  const written = wide.reduce((text, name) => text.replace(`{${name}}`, `{${name}+}`), path);
  return written.startsWith(`${host.prefix}/`) ? `{prefix}${written.slice(host.prefix.length)}` : written;
}
