import { shapeOfField, writeField } from '../../arbitraries/fields.ts';
import { operationContextOf } from '../../arbitraries/request-source.ts';
import { answerCacheOf } from '../../calls/answer-cache.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Run } from '../../check/run.ts';
import { fieldsOf, valueAt } from '../../common/json.ts';
import { spread } from '../../common/spread.ts';
import type { Exchange } from '../../http/exchange.ts';
import { NotTestable } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { catalogsOf } from '../../oracle/catalogs.ts';
import type { FieldPath } from '../../oracle/reads.ts';
import { catalogWith, publishedLists } from '../../rates/catalog-bodies.ts';
import { columnsOf, fieldIn } from '../../rates/entries.ts';

/** The columns by which a catalog of text models is known. */
const textColumns = ['context_window', 'max_output'] as const;

/** A text model that is served, or for which a payment is asked, is in the live catalog. */
const modelsListed: ProtocolCheck = {
  id: 'catalog.models.listed',
  again: true,
  async check(run) {
    const catalog = catalogWith(run, ...textColumns);
    const { live } = run.contract.catalogs[catalog] ?? {};
    const operation = run.contract.operations.find(({ id }) => id === live);
    if (!operation) throw new NotTestable('open', 'This host has no live catalog of its text models.');
    const exchange = await run.send(sampleOf(operation));
    if (exchange.received.status !== 200) throw new NotTestable('unserved', 'The live catalog cannot be read.');
    const texts = textsIn(exchange.received.json);
    // A model may be named without its provider.
    const isListed = (model: string) => texts.has(model) || [...texts].some((text) => text.endsWith(`/${model}`));
    const taken = new Map([...modelsTaken(run, catalog), ...(await unlistedTaken(run, catalog, isListed))]);
    for (const [model, call] of taken) {
      if (isListed(model)) continue;
      const detail = `${call.sent.path} takes the model ${model}, which the live catalog does not list.`;
      return { verdict: 'fail', detail, expected: model, actual: 'not listed', exchange };
    }
    if (taken.size === 0) throw new NotTestable('unserved', 'No call with a text model was served or quoted.');
    return { verdict: 'pass', detail: `Models compared: ${taken.size}.` };
  },
};

/** The models of a catalog with which calls were served or quoted so far, each with one such call. */
function modelsTaken(run: Run, catalog: string): ReadonlyMap<string, Exchange> {
  const ids = new Set(
    catalogsOf(run.contract)
      .lines(catalog)
      .map(({ key }) => key),
  );
  const taken = new Map<string, Exchange>();
  for (const { invocation, exchange } of run.exchanges) {
    const { status } = exchange.received;
    const isTaken = status === 200 || (status === 402 && run.contract.host.auth === 'x402' && !exchange.sent.payment);
    const { model } = fieldsOf(invocation.body);
    if (isTaken && typeof model === 'string' && ids.has(model)) taken.set(model, exchange);
  }
  return taken;
}

const modelField: FieldPath = ['request', 'model'];

/** Models of other lists that are tried. */
const maxUnlisted = 24;

/** The models that another published list has and the live catalog lacks, where a chat is quoted for them. */
async function unlistedTaken(
  run: Run,
  catalog: string,
  isListed: (model: string) => boolean,
): Promise<ReadonlyMap<string, Exchange>> {
  const lists = await publishedLists(run, catalog);
  const missing = lists.flatMap(({ entries, others }) => [...entries.keys(), ...others]).filter((id) => !isListed(id));
  const contexts = run.contract.operations.flatMap((operation) =>
    operation.auth === 'payment' ? [operationContextOf(run, operation)] : [],
  );
  const chat = contexts.find(
    ({ operation, material }) => shapeOfField(operation, modelField, material.validator.shapes)?.catalog === catalog,
  );
  const taken = new Map<string, Exchange>();
  if (!chat) return taken;
  for (const model of spread([...new Set(missing)], maxUnlisted)) {
    const exchange = await answerCacheOf(run).send(writeField(chat.requests.base, modelField, model));
    if (exchange.received.status === 402) taken.set(model, exchange);
  }
  return taken;
}

function textsIn(value: unknown): ReadonlySet<string> {
  if (typeof value === 'string') return new Set([value]);
  if (typeof value !== 'object' || value === null) return new Set();
  return new Set([...Object.keys(value), ...Object.values(value).flatMap((part) => [...textsIn(part)])]);
}

/** Figures of an entry of a text model that are no prices. */
const lengths = new Set<string>(textColumns);

/** Every entry of the catalog has prices of its input and its output. */
const modelsPriced: ProtocolCheck = {
  id: 'catalog.models.priced',
  async check(run) {
    const catalog = catalogWith(run, ...textColumns);
    const live = run.contract.catalogs[catalog]?.live;
    const list = (await publishedLists(run, catalog)).find(({ operation }) => operation.id === live);
    if (!list) throw new NotTestable('unserved', 'The live catalog lists none of the models of the target file.');
    for (const [id, entry] of list.entries) {
      if (textColumns.some((name) => fieldIn(entry, name) === undefined)) continue;
      const figures = [...columnsOf(entry).keys()].filter((path) => !lengths.has(path.replace(/^.*\//, '')));
      if (figures.length >= 2) continue;
      const detail = `The entry of ${id} in ${list.exchange.sent.path} has no prices.`;
      const expected = 'figures for input and output';
      return { verdict: 'fail', detail, expected, actual: figures, exchange: list.exchange };
    }
    return { verdict: 'pass', detail: `Entries judged: ${list.entries.size}.` };
  },
};

/** The columns by which a catalog of image models is known: prices by size, and whether images are made slowly. */
const imageColumns = ['rates', 'slow'] as const;

/** Where the catalog of images has the sizes of a model, it has a price: a figure that is not in the name of a size. */
const imagesPriced: ProtocolCheck = {
  id: 'catalog.images.priced',
  async check(run) {
    const catalog = catalogWith(run, ...imageColumns);
    const live = run.contract.catalogs[catalog]?.live;
    const list = (await publishedLists(run, catalog)).find(({ operation }) => operation.id === live);
    if (!list) throw new NotTestable('unserved', 'The live catalog lists none of the image models of the target file.');
    for (const [id, entry] of list.entries) {
      const figures = [...columnsOf(entry).keys()].map((path) => String(valueAt(entry, path)));
      // An entry that names the model alone leaves its price to the challenge.
      if (figures.length === 0 || figures.some((figure) => !/^\d+x\d+$/.test(figure))) continue;
      const detail = `The entry of ${id} in ${list.exchange.sent.path} has no price.`;
      return { verdict: 'fail', detail, expected: 'a price of each size', actual: figures, exchange: list.exchange };
    }
    return { verdict: 'pass', detail: `Entries judged: ${list.entries.size}.` };
  },
};

/** The checks that compare the live catalog with the models that are served, and of its prices. */
export const listedChecks: readonly ProtocolCheck[] = [modelsListed, modelsPriced, imagesPriced];
