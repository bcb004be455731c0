import type { ProtocolCheck } from '../../check/family.ts';
import { fieldsOf } from '../../common/json.ts';
import { NotTestable } from '../../http/interruption.ts';
import { catalogsOf } from '../../oracle/catalogs.ts';
import { catalogWith, publishedLists } from '../../rates/catalog-bodies.ts';

/** Where video models have a billing mode, every one has it, with its price, its usual duration and its longest one. */
export const videoEntries: ProtocolCheck = {
  id: 'catalog.video.entries',
  async check(run) {
    const catalog = catalogWith(run, 'seconds', 'default_seconds');
    const lists = await publishedLists(run, catalog);
    const billed = lists.filter(({ entries }) =>
      [...entries.values()].some((entry) => fieldsOf(entry).billing_mode !== undefined),
    );
    const [first] = billed;
    if (!first) throw new NotTestable('No published list gives video models a billing_mode.');
    const listed = catalogsOf(run.contract)
      .lines(catalog)
      .filter(({ key }) => lists.some(({ entries }) => entries.has(key)));
    for (const { key, values } of listed) {
      const { seconds, default_seconds: usual } = values;
      const longest = Array.isArray(seconds) ? Math.max(...seconds.map(Number)) : Number.NaN;
      const found = billed.flatMap(({ entries, exchange }) => {
        const entry = fieldsOf(entries.get(key));
        return entries.has(key) ? [{ exchange, entry, wrong: wrongOf(entry, Number(usual), longest) }] : [];
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

/** The first field of an entry that is not as the documents say; durations only where they state them. */
function wrongOf(entry: Readonly<Record<string, unknown>>, usual: number, longest: number) {
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
