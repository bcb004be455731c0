import type { Json, JsonSchema } from '../../model/types.ts';
import type { Notes } from './notes.ts';
import type { Part } from './part.ts';

/** The security schemes of a description, under names that stay the same when a scheme is renamed. */
export class Security {
  readonly #schemes: ReadonlyMap<string, Part>;
  readonly #used = new Set<string>();

  constructor(schemes: Part) {
    this.#schemes = new Map(schemes.entries());
  }

  /** Alternatives of what a request has to show, as `<scheme>:<scopes>`, sorted. */
  alternatives(security: Part): string[] {
    return security
      .entries()
      .map(([, requirement]) =>
        Object.entries(requirement.fields)
          .map(([id, scopes]) => `${this.#nameOf(id)}:${textsOf(scopes).sort().join(' ')}`)
          .sort()
          .join(' and '),
      )
      .sort();
  }

  /** Where clients get what the schemes ask for, by the names of the schemes that operations use. */
  sources(notes: Notes): Readonly<Record<string, JsonSchema>> {
    const used = [...this.#schemes].filter(([id]) => this.#used.has(id));
    return Object.fromEntries(
      used.flatMap(([id, scheme]) => {
        notes.others(scheme, [
          'type',
          'scheme',
          'in',
          'name',
          'flows',
          'openIdConnectUrl',
          'oauth2MetadataUrl',
          'bearerFormat',
          'description',
          'deprecated',
        ]);
        notes.shown(scheme, ['description', 'bearerFormat', 'deprecated']);
        const { openIdConnectUrl, oauth2MetadataUrl } = scheme.fields;
        const flows = scheme
          .get('flows')
          .members()
          .map(([name, flow]): [string, Json] => {
            notes.others(flow, ['authorizationUrl', 'tokenUrl', 'refreshUrl', 'deviceAuthorizationUrl', 'scopes']);
            notes.shown(flow.raw('scopes'), Object.keys(flow.raw('scopes').fields));
            const { scopes: _, ...urls } = flow.fields;
            return [name, { ...urls, scopes: Object.keys(flow.raw('scopes').fields).sort() }];
          });
        const source: JsonSchema = {
          ...(flows.length > 0 && { flows: Object.fromEntries(flows) }),
          ...(openIdConnectUrl !== undefined && { openIdConnectUrl }),
          ...(oauth2MetadataUrl !== undefined && { oauth2MetadataUrl }),
        };
        return Object.keys(source).length === 0 ? [] : [[this.#nameOf(id), source] as const];
      }),
    );
  }

  /** Notes the schemes that no operation needs. */
  noteUnused(notes: Notes): void {
    for (const [id, scheme] of this.#schemes) if (!this.#used.has(id)) notes.note(scheme);
  }

  /** The name of a scheme: what it is, and what it is called only where another one is the same. */
  #nameOf(id: string): string {
    this.#used.add(id);
    const scheme = this.#schemes.get(id);
    if (!scheme) return id;
    const own = kindOf(scheme);
    const isAlone = [...this.#schemes].every(([other, each]) => other === id || kindOf(each) !== own);
    return isAlone ? own : `${own}/${id}`;
  }
}

/** Identifies a scheme by its type and place. Names of authentication schemes and of headers have no case. */
function kindOf({ fields: { type, scheme, in: place, name } }: Part): string {
  const shown = place === 'header' ? String(name).toLowerCase() : name;
  const parts = [type, type === 'http' && scheme !== undefined ? String(scheme).toLowerCase() : undefined];
  return [...parts, ...(type === 'apiKey' ? [place, shown] : [])].filter((part) => part !== undefined).join('/');
}

function textsOf(value: Json): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
