import { harmless } from '../change.ts';
import { effectsOf, isReadElsewhere } from '../engines/price/catalog-effects.ts';
import { ruleProof } from '../engines/rules/compare-rules.ts';
import { type AnyKind, defineAddedAndRemoved, defineKind, defineMirrored } from '../kind.ts';
import { entryWitness } from '../witnesses.ts';
import { listed, shown } from '../words.ts';
import { longestTexts } from './examples.ts';

/** Changes of catalogs and their entries. */
export const catalogKinds: readonly AnyKind[] = [
  ...defineAddedAndRemoved({
    scope: 'catalog',
    added: {
      id: 'catalog-added',
      title: 'A catalog is new',
      levels: harmless,
      reason: 'Fields and prices that read it are reported on their own',
      advice: 'Nothing',
      *find(thing) {
        yield { sentence: `The catalog \`${thing.id}\` is new` };
      },
    },
    removed: {
      id: 'catalog-removed',
      title: 'A catalog was removed',
      levels: { callers: 'risky', operators: 'compatible', suite: 'risky' },
      reason: 'Its keys can no longer be requested; fields and prices that read it are reported on their own',
      advice: 'Nothing',
      *find(thing) {
        yield { sentence: `The catalog \`${thing.id}\` was removed` };
      },
    },
    example: {
      edit: {
        'catalogs/tariffs.yaml':
          'catalog: tariffs\nkey: code\nlive: list-languages\nfrom: notes-006\nentries:\n  - { label: Usual, code: usual }\n',
      },
    },
  }),
  defineKind({
    id: 'catalog-lookup-changed',
    scope: 'catalog',
    title: 'A catalog has another key column, or another operation serves it',
    parts: ['key', 'live'],
    levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
    reason: 'Requests name its entries by values of another column',
    advice: 'Read the keys again',
    *find(_, after) {
      yield { sentence: `\`${after.id}\` has the key ${shown(after.key)} and is served by ${shown(after.live)}` };
    },
    example: {
      edit: { 'catalogs/languages.yaml': ['live: list-languages\n', ''] },
    },
  }),
  ...defineAddedAndRemoved({
    scope: 'catalog-entry',
    added: {
      id: 'catalog-entry-added',
      title: 'A catalog has one more entry',
      levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
      reason: 'Calls that worked still work; a deployment that does not know the entry may fail the suite',
      advice: 'Serve it',
      *find(thing) {
        yield { sentence: `${shown(thing.label)} is a new entry of the catalog` };
      },
    },
    removed: {
      id: 'catalog-entry-removed',
      title: 'An entry was removed from a catalog',
      levels: { callers: 'breaking', operators: 'compatible', suite: 'risky' },
      reason: 'A request with this entry worked before and is now refused',
      advice: 'Request another entry',
      *find(thing, context) {
        const { host } = context;
        yield {
          sentence: `${shown(thing.label)} was removed from the catalog`,
          ...(host && entryWitness(thing, host)),
        };
      },
    },
    example: {
      edit: {
        'catalogs/languages.yaml': [
          'entries:\n',
          'entries:\n  - { label: Frisian, code: fy, rate: "0.00001", from: notes-010 }\n',
        ],
      },
    },
  }),
  defineKind({
    id: 'catalog-entry-renamed',
    scope: 'catalog-entry',
    title: 'An entry of a catalog has another key',
    parts: ['code', 'id', 'model', 'name', 'key'],
    levels: { callers: 'risky', operators: 'risky', suite: 'compatible' },
    reason: 'Requests with the old key may be refused',
    advice: 'Use the new key',
    *find(before, after) {
      const names = Object.keys({ ...before.values, ...after.values }).filter(
        (name) => shown(before.values[name]) !== shown(after.values[name]),
      );
      const keys = names.filter((name) => ['code', 'id', 'model', 'name', 'key'].includes(name));
      yield {
        sentence: `${shown(after.label)} has ${keys.map((name) => `${name} ${shown(after.values[name])} instead of ${shown(before.values[name])}`).join(', ')}`,
      };
    },
    example: {
      edit: { 'catalogs/languages.yaml': ['code: fo', 'code: fao'] },
    },
  }),
  ...defineMirrored({
    scope: 'catalog-entry',
    parts: ['*'],
    forward: {
      id: 'catalog-entry-restricted',
      title: 'Fewer requests for an entry of a catalog are accepted',
      levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
      reason: 'A request for this entry may now be refused; a deployment that accepts it breaks the rule',
      advice: 'Read the limits of an entry from the live catalog',
      *find(before, after, context) {
        const { columns, rules } = effectsOf(before, after, context);
        if (!rules?.lost) return;
        yield {
          sentence: `\`${after.label}\` allows less: ${listed(columns)} changed in the catalog`,
          parts: columns,
          ...ruleProof(rules.lost, 'before', rules.context),
        };
      },
    },
    backward: {
      id: 'catalog-entry-extended',
      title: 'More requests for an entry of a catalog are accepted',
      levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
      reason: 'Calls that worked still work; a deployment that refuses a request which is now valid breaks the rule',
      advice: 'Read the limits of an entry from the live catalog',
      *find(before, after, context) {
        const { columns, rules } = effectsOf(before, after, context);
        if (!rules?.gained || rules.lost) return;
        yield {
          sentence: `\`${after.label}\` allows more: ${listed(columns)} changed in the catalog`,
          parts: columns,
          ...ruleProof(rules.gained, 'after', rules.context),
        };
      },
    },
    example: {
      given: longestTexts,
      edit: { 'catalogs/languages.yaml': ['0.00003", longest: 100', '0.00003", longest: 50'] },
    },
  }),
  ...defineMirrored({
    scope: 'catalog-entry',
    parts: ['*'],
    forward: {
      id: 'catalog-rate-raised',
      title: 'A rate in a catalog is higher',
      levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
      reason:
        'Calls for this entry cost more than their clients compute; a deployment that asks for the old amount breaks `<operation>.price.amount`',
      advice: 'Read rates from the live catalog; announce the change to callers',
      *find(before, after, context) {
        const { columns, moved } = effectsOf(before, after, context);
        if (columns.length === 0 || !moved || !('movement' in moved) || !/raised/.test(moved.movement)) return;
        yield { ...moved.details, parts: columns };
      },
    },
    backward: {
      id: 'catalog-rate-lowered',
      title: 'A rate in a catalog is lower',
      levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
      reason:
        'Calls for this entry cost less, and clients that compute prices refuse the new amount; a deployment that asks for the old amount breaks `<operation>.price.amount`',
      advice: 'Read rates from the live catalog; announce the change to callers',
      *find(before, after, context) {
        const { columns, moved } = effectsOf(before, after, context);
        if (columns.length === 0 || !moved || !('movement' in moved) || !/lowered/.test(moved.movement)) return;
        yield { ...moved.details, parts: columns };
      },
    },
    example: {
      edit: { 'catalogs/languages.yaml': ['rate: "0.0000145"', 'rate: "0.000029"'] },
    },
  }),
  defineKind({
    id: 'catalog-rates-shifted',
    scope: 'catalog-entry',
    title: 'Some calls for an entry of a catalog cost more and some less',
    parts: ['*'],
    levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
    reason:
      'Clients that compute prices refuse the new amounts; a deployment that asks for the old amounts breaks `<operation>.price.amount`',
    advice: 'Read rates from the live catalog; announce the change to callers',
    *find(before, after, context) {
      const { columns, moved } = effectsOf(before, after, context);
      if (columns.length === 0 || !moved || !('movement' in moved) || !/shifted/.test(moved.movement)) return;
      yield { ...moved.details, parts: columns };
    },
    example: {
      given: {
        'catalogs/languages.yaml': [
          ['rate: "0.0000145"', 'rate: "0.0000145", extra: "0.0000145"'],
          ['rate: "0.0000021"', 'rate: "0.0000021", extra: "0.0000021"'],
          ['rate: "0.00003"', 'rate: "0.00003", extra: "0.00003"'],
        ],
        'prices/translation.yaml': [
          ['inputs:\n', 'inputs:\n  extra: catalog("languages", request.to).extra\n'],
          ['formula: max(size * rate', 'formula: max(min(size, 300) * rate + max(size - 300, 0) * extra'],
        ],
      },
      edit: {
        'catalogs/languages.yaml': ['rate: "0.0000145", extra: "0.0000145"', 'rate: "0.00003", extra: "0.00001"'],
      },
    },
  }),
  defineKind({
    id: 'catalog-column-changed',
    scope: 'catalog-entry',
    title: 'A value in a catalog changed',
    parts: ['*'],
    levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
    reason: 'It affects no price and no rule; a live catalog with the old value may fail the suite',
    advice: 'Serve the new value',
    *find(before, after, context) {
      const { columns, moved, rules } = effectsOf(before, after, context);
      if (columns.length === 0 || rules || (moved && 'movement' in moved)) return;
      if (isReadElsewhere(columns, context)) {
        yield { same: columns, by: 'every call of the host' };
        return;
      }
      const values = columns.map(
        (name) => `\`${name}\` is ${shown(after.values[name])} instead of ${shown(before.values[name])}`,
      );
      yield { sentence: `Of \`${after.label}\` in the catalog ${values.join(', ')}`, parts: columns };
    },
    example: {
      given: { 'catalogs/languages.yaml': ['rate: "0.00003"', 'rate: "0.00003", speakers: 50000'] },
      edit: { 'catalogs/languages.yaml': ['50000', '60000'] },
    },
  }),
  defineKind({
    id: 'catalog-entry-status-changed',
    scope: 'catalog-entry',
    title: 'The status of an entry of a catalog changed',
    parts: ['status', 'open'],
    levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
    reason: 'A stated value can fail a deployment; each deployment chooses its own open values',
    advice: 'Run the suite',
    *find(_, after) {
      yield {
        sentence: `${shown(after.label)} is ${after.status}${after.open ? `, with ${listed(after.open)} left to each deployment` : ''}`,
      };
    },
    example: {
      edit: { 'catalogs/languages.yaml': ['rate: "0.00003", status: assumed', 'rate: "0.00003", from: notes-010'] },
    },
  }),
];
