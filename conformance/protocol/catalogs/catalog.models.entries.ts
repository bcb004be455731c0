import type { ProtocolCheck } from '../../check/family.ts';
import { fieldsOf } from '../../common/json.ts';
import { NotTestable } from '../../http/interruption.ts';
import { catalogsOf } from '../../oracle/catalogs.ts';
import { catalogWith, publishedLists } from '../../rates/catalog-bodies.ts';
import { fieldIn, listOf } from '../../rates/entries.ts';

/** What the value of a field is, in words, and whether one is. */
interface Field {
  readonly is: string;
  readonly holds: (value: unknown) => boolean;
}

const text: Field = { is: 'a text', holds: (value) => typeof value === 'string' && value !== '' };
const count: Field = { is: 'a whole number of tokens', holds: (value) => Number.isInteger(value) && Number(value) > 0 };
const categories = ['chat', 'reasoning', 'coding', 'vision'];

/** The fields of every model of the catalog (core-248 to core-253). */
const fields: Readonly<Record<string, Field>> = {
  name: text,
  description: text,
  context_window: count,
  max_output: count,
  categories: {
    is: `a list of ${categories.join(', ')}`,
    holds: (value) => Array.isArray(value) && value.every((each) => categories.includes(each)),
  },
};

/** Fields that only a text model has: an entry with two of them is one, unless it is a video model (question `video-catalog-place`). */
const own = ['context_window', 'max_output', 'categories'];

/** Every entry of the model catalog has a name, a description, its two lengths and its categories. */
export const modelEntries: ProtocolCheck = {
  id: 'catalog.models.entries',
  async check(run) {
    const catalog = catalogWith(run, 'context_window', 'max_output');
    const live = run.contract.catalogs[catalog]?.live;
    const list = (await publishedLists(run, catalog)).find(({ operation }) => operation.id === live);
    if (!list) throw new NotTestable('The catalog lists none of the models that the target file names.');
    const ids = new Set(list.entries.keys());
    const lines = Object.keys(run.contract.catalogs).flatMap((id) => catalogsOf(run.contract).lines(id));
    const videos = new Set<unknown>(lines.filter(({ values }) => 'default_seconds' in values).map(({ key }) => key));
    const entries = listOf(list.exchange.received.json, ids).filter(
      ({ value }) =>
        own.filter((name) => fieldIn(value, name) !== undefined).length > 1 &&
        !Object.values(fieldsOf(value)).some((each) => videos.has(each)),
    );
    for (const { value: entry, at } of entries) {
      for (const [name, { is, holds }] of Object.entries(fields)) {
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
    if (entries.length === 0) throw new NotTestable('No entry of the catalog describes a text model.');
    return { verdict: 'pass', detail: `Entries judged: ${entries.length}.` };
  },
};
