import { once } from '../common/once.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import type { HostSource } from '../language/host.ts';
import { hostWords } from '../model/hosts.ts';
import { at, type Located } from '../model/spec.ts';
import type { Node, Path } from '../reader/node.ts';
import { type Check, type CheckContext, refer } from './context.ts';
import { schemaSites, withParts } from './schema-sites.ts';

/** Checks the references of hosts, and every `hosts:` list and map by host in the specification. */
export const checkHosts: Check = (context) => {
  const { spec, diagnostics } = context;
  for (const host of spec.all('host').values()) {
    const { auth, payment, carries } = host.value;
    if (auth === 'x402' && !payment) diagnostics.report('host-payment-missing', at(host, ['auth']), host.id);
    if (payment) refer(context, 'network', payment.network, host, ['payment', 'network']);
    for (const [index, id] of (payment?.also ?? []).entries())
      refer(context, 'network', id, host, ['payment', 'also', index]);
    for (const key of ['keys', 'free-calls'] as const)
      if (host.value[key] && auth !== 'x402')
        diagnostics.report('host-key-unpaid', at(host, [key], 'key'), key, host.id);
    checkSettlement(context, host);
    checkProviderNames(context, host);
    for (const list of ['operations', 'perhaps'] as const) {
      const ids = carries?.[list] ?? [];
      if (ids !== 'all')
        for (const [index, id] of ids.entries()) refer(context, 'operation', id, host, ['carries', list, index]);
    }
  }
  for (const network of spec.all('network').values()) {
    if (network.value.caip2.startsWith('eip155:') && !network.value.asset.domain) {
      diagnostics.report('network-domain-missing', at(network, ['asset'], 'key'), network.id);
    }
  }

  if (spec.lost('host')) return;
  const words = hostWords(spec);
  const checkWord = (entry: Located<unknown>, word: string, path: Path, part: 'key' | 'value'): void => {
    if (!words.has(word)) diagnostics.suggest('host-unknown', at(entry, path, part), didYouMean(word, words), word);
  };
  for (const kind of ['operation', 'schema', 'catalog', 'error', 'limit', 'webhook', 'scenario', 'protocol'] as const) {
    for (const entry of spec.all(kind).values()) {
      for (const { word, path } of hostListsOf(entry.node)) checkWord(entry, word, path, 'value');
    }
  }
  for (const entry of spec.all('protocol').values()) {
    // The hosts of a protocol file are beside its rules, outside of any entry.
    for (const [index, word] of (entry.value.fileHosts ?? []).entries()) {
      checkWord({ ...entry, node: entry.root }, word, ['hosts', index], 'value');
    }
  }
  for (const { entry, path, schema } of schemaSites(spec)) {
    for (const part of withParts(schema, path))
      for (const word of Object.keys(part.schema.on ?? {})) checkWord(entry, word, [...part.path, 'on', word], 'key');
  }
  for (const entry of spec.all('operation').values()) {
    const { auth, price, example } = entry.value;
    for (const [field, value, own] of [
      ['auth', auth, []],
      ['price', price, ['use', 'inputs']],
      ['example', example, ['body', 'query', 'params', 'headers']],
    ] as const) {
      if (typeof value !== 'object' || Object.keys(value).some((key) => (own as readonly string[]).includes(key)))
        continue;
      for (const word of Object.keys(value)) checkWord(entry, word, [field, word], 'key');
    }
  }
};

/** Checks that a host settles only what it is paid, on a chain that can say so. */
function checkSettlement({ spec, diagnostics }: Parameters<Check>[0], host: Located<HostSource>): void {
  const { payment, settlement, auth } = host.value;
  if (!settlement) return;
  if (auth !== 'x402' || !payment) {
    diagnostics.report('host-settlement-unpaid', at(host, ['settlement'], 'key'), host.id);
    return;
  }
  const { payee, rpc, facilitator } = settlement;
  if (facilitator !== undefined && rpc === undefined)
    diagnostics.report('host-settlement-blind', at(host, ['settlement', 'facilitator'], 'key'), host.id);
  const network = spec.get('network', payment.network)?.value.caip2 ?? '';
  const [expected, pattern] = network.startsWith('solana:')
    ? (['an address in base58', /^[1-9A-HJ-NP-Za-km-z]{32,44}$/] as const)
    : (['0x and 40 hexadecimal digits', /^0x[0-9a-fA-F]{40}$/] as const);
  if (payee !== undefined && network !== '' && !pattern.test(payee))
    diagnostics.report('text-malformed', at(host, ['settlement', 'payee']), payee, expected);
}

/** Checks that providers have names only for entries that catalogs have. */
function checkProviderNames(context: CheckContext, host: Located<HostSource>): void {
  for (const [catalog, names] of Object.entries(host.value['provider-names'] ?? {})) {
    const place = ['provider-names', catalog];
    refer(context, 'catalog', catalog, host, place, 'key');
    const keys = [...context.catalogs(catalog).keys()];
    const unknown = Object.keys(names).filter((key) => keys.length > 0 && !keys.includes(key));
    for (const key of unknown)
      context.diagnostics.suggest(
        'catalog-entry-unknown',
        at(host, [...place, key], 'key'),
        didYouMean(key, keys),
        catalog,
        key,
      );
  }
}

const hostListsOf = once((node: Node) => {
  const words: HostWord[] = [];
  collectHostLists(node, [], words);
  return words;
});

/** A word of a `hosts:` list. */
interface HostWord {
  readonly word: string;
  readonly path: Path;
}

/** Collects every word of a `hosts:` list within a node. `path` leads to the node, and is extended in place. */
function collectHostLists(node: Node, path: PropertyKey[], words: HostWord[]): void {
  if (node.kind === 'list')
    for (const [index, item] of node.items.entries()) {
      path.push(index);
      collectHostLists(item, path, words);
      path.pop();
    }
  if (node.kind !== 'map') return;
  for (const [name, { value }] of node.entries) {
    const isList = name === 'hosts' && value.kind === 'list' && path.at(-1) !== 'properties';
    path.push(name);
    if (!isList) collectHostLists(value, path, words);
    else
      for (const [index, item] of value.items.entries())
        if (item.kind === 'scalar') words.push({ word: item.text, path: [...path, index] });
    path.pop();
  }
}
