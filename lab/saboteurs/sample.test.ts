import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contractOf } from '#conformance/testing/contract.ts';
import { accuses } from '../strangers/judge.ts';
import { readSaboteurs } from './read.ts';
import { type Stage, startStage } from './stage.ts';

/** Saboteurs that were missed at first sight, with the rule that finds each now. */
const samples = {
  base: {
    'search-www-authenticate-bare': 'payment.challenge.www-authenticate',
    'search-price-rounded': 'payment.challenge.amount-equals-price',
    'chat-breakdown-margin-null': 'payment.challenge.extras',
    'capacity-default-30': 'create-chat-completion.errors.rate-limited',
    'responses-events-renamed': 'native-streams.responses',
    'video-vid-g1-under-1': 'generate-video.duration-seconds.minimum',
    'video-vid-s25-over-30': 'generate-video.duration-seconds.maximum',
    'video-vid-s2-serves-8k-as-4k': 'generate-video.resolution.enum',
    'image-size-spelled-with-star': 'generate-image.size-offered',
    'call-language-en-us-refused': 'start-call.language.type',
    'number-list-takes-phone-number-b10': 'list-numbers.unknown-keys',
    'edit-b3-data-is-object-b10': 'edit-image.response.data.type',
    'image-b3-4096-empty': 'generate-image.response.image-count',
  },
  account: {
    'account-key-in-token-scheme': 'create-message.served',
    'account-phone-wants-payment': 'lookup-phone.served',
    'account-catalog-charged': 'account.charge.free',
    'account-catalog-without-prices': 'catalog.models.priced',
    'usage-summary-without-days': 'account.record.totals',
    'decide-explains': 'decide.response.no-free-text',
    'decide-score-past-the-ladder': 'decide.response.score-on-ladder',
  },
  arc: { 'arc-openapi-price-in-euro': 'openapi.prices' },
} as const;

const saboteurs = new Map(readSaboteurs().map((saboteur) => [saboteur.id, saboteur]));

describe.each(Object.entries(samples))('on %s', (host, sample) => {
  const pairs = Object.entries(sample);
  let stage: Stage;

  beforeAll(async () => {
    stage = await startStage(await contractOf(host));
  });
  afterAll(() => stage.close());

  /** The ids of the rules that accuse the gateway, while another rule asks for the price of a default. */
  async function accusing(rules: readonly string[]): Promise<readonly string[]> {
    const { results } = await stage.judge({ only: [...rules, 'search.max-results.default'] });
    return results.filter((result) => accuses(result)).map(({ rule }) => rule);
  }

  test('the healthy gateway is accused by none of the rules', async () => {
    stage.use();
    expect(await accusing(pairs.map(([, rule]) => rule))).toEqual([]);
  });

  test.each(pairs)('%s is found by %s', async (id, rule) => {
    const saboteur = saboteurs.get(id);
    if (!saboteur) throw new Error(`There is no saboteur ${id}.`);
    stage.use(saboteur);
    expect(await accusing([rule])).toContain(rule);
  });
});
