import { readField, rootOf, writeField } from '../../arbitraries/fields.ts';
import { operationContextOf } from '../../arbitraries/request-source.ts';
import { firstFinding } from '../../calls/first-finding.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { fieldsOf } from '../../common/json.ts';
import { spread } from '../../common/spread.ts';
import type { Invocation } from '../../http/exchange.ts';
import { NotTestable } from '../../http/interruption.ts';
import { catalogsOf } from '../../oracle/catalogs.ts';
import type { FieldPath } from '../../oracle/reads.ts';
import { catalogWith, publishedLists } from '../../rates/catalog-bodies.ts';
import { fieldIn, listOf } from '../../rates/entries.ts';
import { planInvalid } from '../../requests/planned.ts';
import { firstFindingOf } from '../../requests/send.ts';

/** The kind of value that a field has, in words and as a test. */
interface EntryField {
  readonly is: string;
  readonly holds: (value: unknown) => boolean;
}

const textField: EntryField = { is: 'a text', holds: (value) => typeof value === 'string' && value !== '' };
const countField: EntryField = {
  is: 'a whole number of tokens',
  holds: (value) => Number.isInteger(value) && Number(value) > 0,
};
const categories = ['chat', 'reasoning', 'coding', 'vision'];

/** The fields of every model of the catalog (core-248 to core-253). */
const modelFields: Readonly<Record<string, EntryField>> = {
  name: textField,
  description: textField,
  context_window: countField,
  max_output: countField,
  categories: {
    is: `a list of ${categories.join(', ')}`,
    holds: (value) => Array.isArray(value) && value.every((each) => categories.includes(each)),
  },
};

/** Fields that only a text model has: an entry with two of them is one, unless it is a video model (question `video-catalog-place`). */
const textModelFields = ['context_window', 'max_output', 'categories'];

/** Every entry of the model catalog has a name, a description, its two lengths and its categories. */
const modelEntries: ProtocolCheck = {
  id: 'catalog.models.entries',
  async check(run) {
    const catalog = catalogWith(run, 'context_window', 'max_output');
    const live = run.contract.catalogs[catalog]?.live;
    const list = (await publishedLists(run, catalog)).find(({ operation }) => operation.id === live);
    if (!list) throw new NotTestable('means', 'The catalog lists none of the models that the target file names.');
    const ids = new Set(list.entries.keys());
    const lines = Object.keys(run.contract.catalogs).flatMap((id) => catalogsOf(run.contract).lines(id));
    const videos = new Set<unknown>(lines.filter(({ values }) => 'default_seconds' in values).map(({ key }) => key));
    const entries = listOf(list.exchange.received.json, ids).filter(
      ({ value }) =>
        textModelFields.filter((name) => fieldIn(value, name) !== undefined).length > 1 &&
        !Object.values(fieldsOf(value)).some((each) => videos.has(each)),
    );
    for (const { value: entry, at } of entries) {
      for (const [name, { is, holds }] of Object.entries(modelFields)) {
        const value = fieldIn(entry, name);
        if (holds(value)) continue;
        return {
          verdict: 'fail',
          detail: `An entry of ${list.exchange.sent.path} has no right ${name}.`,
          expected: is,
          actual: value ?? 'none',
          at: `${at}/${name}`,
          exchange: list.exchange,
        };
      }
    }
    if (entries.length === 0) throw new NotTestable('open', 'No entry of the catalog describes a text model.');
    return { verdict: 'pass', detail: `Entries judged: ${entries.length}.` };
  },
};

const formatsRule = 'catalog.models.formats';

/** Models that are tried with one operation. */
const maxModels = 12;

/** An operation in the format of one provider refuses every model of the live catalog that has another prefix. */
const modelFormats: ProtocolCheck = {
  id: formatsRule,
  async check(run) {
    const rule = run.contract.rules.find((each) => each.id === formatsRule);
    if (!rule) throw new NotTestable('open', 'The contract has no such rule.');
    const calls = await foreignCalls(run, rule.from);
    const finding = await firstFinding(calls, (invocation): Promise<Outcome | undefined> => {
      const because = 'its model belongs to a provider that does not speak this format';
      const context = operationContextOf(run, invocation.operation);
      const wrong = { invocation, part: 'body', because, error: 'unknown-model' } as const;
      return firstFindingOf(run, [planInvalid(run, rule, context, wrong)]);
    });
    return finding ?? { verdict: 'pass', detail: `Models of other providers: ${calls.length}.` };
  },
};

/** The examples of operations that speak one provider's format, with each model of another. */
async function foreignCalls(run: Run, statements: readonly string[]): Promise<readonly Invocation[]> {
  const lists = await publishedLists(run, catalogWith(run, 'context_window', 'max_output'));
  const listed = new Set(lists.flatMap(({ entries, others }) => [...entries.keys(), ...others]));
  const calls = run.contract.operations.flatMap((operation): readonly Invocation[] => {
    const condition = operation.conditions.find(({ from }) => from?.some((each) => statements.includes(each)));
    if (!condition?.names) return [];
    const field: FieldPath = [rootOf.body, condition.names];
    const { base } = operationContextOf(run, operation).requests;
    const own = prefixOf(readField(base, field));
    const foreign = [...listed].filter((model) => own !== undefined && ![undefined, own].includes(prefixOf(model)));
    const each = foreign.map((model) => writeField(base, field, model));
    return spread(each, Math.min(maxModels, 2 * run.samples));
  });
  if (calls.length === 0) throw new NotTestable('open', 'The catalog lists no model of another provider.');
  return calls;
}

/** The provider in the id of a model; `undefined` where it has none. */
function prefixOf(model: unknown): string | undefined {
  const [provider, name] = String(model).split('/');
  return name === undefined ? undefined : provider;
}

/** Where video models have a billing mode, every one has it, with its price, its usual duration and its longest one. */
const videoEntries: ProtocolCheck = {
  id: 'catalog.video.entries',
  async check(run) {
    const catalog = catalogWith(run, 'seconds', 'default_seconds');
    const lists = await publishedLists(run, catalog);
    const billed = lists.filter(({ entries }) =>
      [...entries.values()].some((entry) => fieldsOf(entry).billing_mode !== undefined),
    );
    const [first] = billed;
    if (!first) throw new NotTestable('open', 'No published list gives video models a billing_mode.');
    const listed = catalogsOf(run.contract)
      .lines(catalog)
      .filter(({ key }) => lists.some(({ entries }) => entries.has(key)));
    for (const { key, values } of listed) {
      const { seconds, default_seconds: usual } = values;
      const longest = Array.isArray(seconds) ? Math.max(...seconds.map(Number)) : Number.NaN;
      const found = billed.flatMap(({ entries, exchange }) => {
        const entry = fieldsOf(entries.get(key));
        return entries.has(key) ? [{ exchange, entry, wrong: wrongVideoField(entry, Number(usual), longest) }] : [];
      });
      if (found.some(({ wrong }) => wrong === undefined)) continue;
      const [{ exchange, entry, wrong } = { exchange: first.exchange, entry: {}, wrong: undefined }] = found;
      return {
        verdict: 'fail',
        detail: `The entry of ${key} in ${exchange.sent.path} lacks what video models have: ${wrong?.name ?? 'an entry'}.`,
        expected: wrong?.expected ?? 'an entry with billing_mode and pricing',
        actual: found.length > 0 ? { billing_mode: entry.billing_mode, pricing: entry.pricing } : 'none',
        exchange,
      };
    }
    return { verdict: 'pass', detail: `Video models judged: ${listed.length}.` };
  },
};

/** The first field of an entry that does not match the documents. Durations are compared only where they state them. */
function wrongVideoField(entry: Readonly<Record<string, unknown>>, usual: number, longest: number) {
  const { per_second, default_duration_seconds, max_duration_seconds } = fieldsOf(entry.pricing);
  if (entry.billing_mode !== 'per_second') return { name: 'billing_mode', expected: 'per_second' };
  if (!(Number(per_second) > 0)) return { name: 'pricing.per_second', expected: 'a price' };
  const durations = { default_duration_seconds: usual, max_duration_seconds: longest };
  const given: Readonly<Record<string, unknown>> = { default_duration_seconds, max_duration_seconds };
  for (const [name, seconds] of Object.entries(durations)) {
    const actual = Number(given[name] ?? Number.NaN);
    if (!(actual > 0) || (seconds > 0 && actual !== seconds))
      return { name: `pricing.${name}`, expected: seconds > 0 ? seconds : 'seconds' };
  }
  return undefined;
}

/** The checks of catalogs of models. */
export const modelChecks: readonly ProtocolCheck[] = [modelEntries, modelFormats, videoEntries];
