import type { Notes } from './notes.ts';
import type { Part } from './part.ts';

/** More addresses than these are not written out for the values of variables. */
const maxAddresses = 64;

/** Every address that some servers have, in order, without a slash at its end; one that is not described is `''`. */
export function addressesOf(servers: Part, notes: Notes): readonly string[] {
  const all = servers.entries().flatMap(([, server]) => {
    notes.others(server, ['url', 'description', 'variables', 'name']);
    notes.shown(server, ['description', 'name']);
    return expanded(server, notes);
  });
  const plain = all.map((address) => address.replace(/\/+$/, ''));
  return [...new Set(plain.length === 0 ? [''] : plain)].sort();
}

/** The addresses of a server, one for each value that its variables may have. */
function expanded(server: Part, notes: Notes): readonly string[] {
  let addresses = [server.text('url') ?? ''];
  for (const [name, variable] of server.get('variables').entries()) {
    notes.others(variable, ['enum', 'default', 'description']);
    notes.shown(variable, ['description']);
    notes.unread(variable.raw('default'));
    const values = variable
      .raw('enum')
      .entries()
      .map(([, { value }]) => String(value));
    // A variable without a list may have any value.
    if (values.length === 0 || values.length * addresses.length > maxAddresses) continue;
    addresses = addresses.flatMap((address) => values.map((value) => address.replaceAll(`{${name}}`, value)));
  }
  return addresses;
}

/** The path that all of some addresses end in: `/v1` of `https://api.example/v1`. */
export function basePath(addresses: readonly string[]): string {
  const [first = '', ...others] = addresses.map((address) => address.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/]*/i, ''));
  return others.every((path) => path === first) ? first : '';
}
