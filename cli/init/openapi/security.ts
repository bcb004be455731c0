import type { Part } from '#generators/compare/openapi/part.ts';
import type { Leftovers } from './leftovers.ts';

/** How the handlers show the key of the API in `UPSTREAM_KEY`: a header and the text before the key. */
export interface KeyHeader {
  readonly name: string;
  readonly prefix: string;
}

const bearer: KeyHeader = { name: 'authorization', prefix: 'Bearer ' };

/** The header that a description wants its key in; a bearer token where it does not say. */
export function keyHeaderOf(root: Part, leftovers: Leftovers): KeyHeader {
  const schemes = root.get('components').get('securitySchemes').entries();
  const wanted = root
    .get('security')
    .entries()
    .flatMap(([, each]) => Object.keys(each.fields));
  const sorted = schemes.toSorted(([one], [other]) => Number(wanted.includes(other)) - Number(wanted.includes(one)));
  const [first] = sorted;
  if (first)
    leftovers.add(
      first[1].at,
      'All buyers reach the API with the one key in UPSTREAM_KEY',
      'Sell only operations whose answers are for everyone: delete the files of others in spec/operations/.',
    );
  for (const [, scheme] of sorted) {
    const header = headerOf(scheme);
    if (header) return header;
    leftovers.add(
      scheme.at,
      'A key that is no header is not sent',
      'Write in `upstream.ts` how your API gets its key, such as a parameter of the query.',
    );
  }
  return bearer;
}

function headerOf({ fields }: Part): KeyHeader | undefined {
  const { type, scheme, in: place, name } = fields;
  if (type === 'apiKey') {
    if (place === 'header') return { name: String(name).toLowerCase(), prefix: '' };
    return place === 'cookie' ? { name: 'cookie', prefix: `${String(name)}=` } : undefined;
  }
  if (type === 'http' && String(scheme).toLowerCase() === 'basic') return { name: 'authorization', prefix: 'Basic ' };
  return bearer;
}
