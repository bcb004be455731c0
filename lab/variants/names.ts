import type { IncomingCall } from '@tollwright/runtime/http/request';
import { isObject } from '@tollwright/runtime/values/json';
import type { Alteration } from '#gateway/start.ts';
import { copyCall } from '../toolkit/calls.ts';
import { type JsonObject, objectsIn } from '../toolkit/messages.ts';
import { rejectBody } from '../toolkit/requests.ts';
import { changeHost } from '../toolkit/routes.ts';
import { changeJson, changeResponses, changeStreams, combine, wrapServer } from '../toolkit/server.ts';
import { contracts } from './contract.ts';
import { defineVariants, type VariantDefinition } from './variant.ts';

/** The ids of the catalogs that a deployment serves live, with the labels of the documents. */
const named = Object.values(contracts.base.catalogs).flatMap((catalog) => {
  if (!isObject(catalog) || catalog.live === undefined) return [];
  return objectsIn(catalog.entries).flatMap(({ label, values }) => {
    const id = isObject(values) ? values[String(catalog.key)] : undefined;
    return typeof id === 'string' && id.includes('/') ? [{ label: String(label), id }] : [];
  });
});

/** Renames every model in requests and responses; its own name becomes unknown. */
function renaming(rename: (id: string) => string): Pick<VariantDefinition, 'alter' | 'models'> {
  const ids = [...new Set(named.map(({ id }) => id))];
  const outward = ids.map((id) => [id, rename(id)] as const);
  const inward = [
    ...ids.map((id) => [id, `withdrawn/${id}`] as const),
    ...ids.flatMap((id) => [[rename(id), id] as const, ...bare(id, rename(id))]),
  ];
  const [out, into] = [replacing(outward), replacing(inward)];
  return {
    models: Object.fromEntries(named.map(({ label, id }) => [label, rename(id)])),
    alter: combine(
      changeResponses((answer) => (typeof answer.body === 'string' ? { ...answer, body: out(answer.body) } : answer)),
      changeStreams(out),
      wrapServer((serve) => (call) => serve(copyCall(call, renamedCall(call, into)))),
    ),
  };
}

/** Names without the vendor, if they differ there. */
function bare(from: string, to: string): readonly (readonly [string, string])[] {
  const [one = '', other = ''] = [from, to].map((id) => id.slice(id.indexOf('/') + 1));
  return one === other ? [] : [[other, one]];
}

function renamedCall(call: IncomingCall, change: (text: string) => string): Partial<IncomingCall> {
  return {
    path: change(call.path),
    query: change(call.query),
    body: async (largest, known) => Buffer.from(change((await call.body(largest, known)).toString('latin1')), 'latin1'),
  };
}

/** Replaces names in text, also in the form that they have in URLs. */
function replacing(names: readonly (readonly [from: string, to: string])[]): (text: string) => string {
  const table = new Map(
    names.flatMap(([from, to]) => [
      [from, to],
      [encodeURIComponent(from), encodeURIComponent(to)],
    ]),
  );
  const known = [...table.keys()].toSorted((one, other) => other.length - one.length);
  const pattern = new RegExp(
    `(?<![\\w-])(${known.map((name) => name.replaceAll('.', '\\.')).join('|')})(?![\\w-])`,
    'g',
  );
  return (text) => text.replace(pattern, (name) => table.get(name) ?? name);
}

/** The segments that this gateway has. */
const usual: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(contracts).flatMap(({ operations }) => operations.map((operation) => operation.segments)),
);

/** Serves vendors under other segments. */
function segmented(segments: Readonly<Record<string, string>>): Pick<VariantDefinition, 'alter' | 'segments'> {
  return {
    segments,
    alter: changeHost((host) => ({
      ...host,
      routes: host.routes.map((route) => {
        const { template, path } = route;
        if (template === undefined) return route;
        // What is no segment stays as the path has it, which may take several parts.
        const placed = (own: string, name: string) =>
          segments[name] ?? usual[name] ?? (path.includes(`{${name}+}`) ? `{${name}+}` : own);
        return { ...route, path: template.replace(/\{(\w+)\}/g, placed) };
      }),
    })),
  };
}

/** Withdraws the last models of the catalog of texts. */
const withdrawn = (count: number): Alteration => {
  const gone = new Set(
    objectsIn(isObject(contracts.base.catalogs['text-models']) ? contracts.base.catalogs['text-models'].entries : [])
      .slice(-count)
      .map(({ values }) => (isObject(values) ? String(values.id) : '')),
  );
  return combine(
    changeJson((body, { status }, { operation }) =>
      status === 200 && operation === 'list-models' && isObject(body)
        ? { ...body, data: objectsIn(body.data).filter(({ id }) => !gone.has(String(id))) }
        : undefined,
    ),
    rejectBody(['create-chat-completion', 'create-message', 'create-response'], ({ model }: JsonObject) =>
      gone.has(String(model)) ? 'model' : undefined,
    ),
  );
};

/** Spellings that a segment may have, strange ones among them. */
const spellings = [
  (name: string) => `${name}-markets`,
  (name: string) => name.toUpperCase(),
  (name: string) => `v2.${name}`,
  (name: string) => [...name].toReversed().join(''),
];

/** Every segment with a different spelling. */
const respelt = Object.fromEntries(
  Object.entries(usual).map(([name, own], index) => [name, spellings[index % spellings.length]?.(own) ?? own]),
);

/** Deployments with different names of models and vendors, which a target file lists. */
export const names = defineVariants('names', [
  { name: 'serves models under other vendor names', choice: 'models', ...renaming((id) => id.replace('/', '-labs/')) },
  {
    name: 'serves models under other names',
    choice: 'models',
    ...renaming((id) => `${id}-2026.1`),
  },
  {
    name: 'serves vendors under other path segments',
    questions: ['undeclared-segments', 'venue-segments'],
    ...segmented(respelt),
  },
  {
    name: 'serves two venues under other path segments',
    questions: ['undeclared-segments'],
    // It is the same choice as that of all segments.
    choice: 'undeclared-segments',
    ...segmented({ venue_a: 'first', venue_b: 'second' }),
  },
  {
    name: 'serves two models fewer',
    questions: ['model-deprecation', 'model-count'],
    choice: 'envelope of list-models',
    alter: withdrawn(2),
  },
]);
