import { expect, test } from 'vitest';
import { createShopRun, type ShopRunOptions } from '../testing/shop-run.ts';
import { createShop, type ShopAnswer } from '../testing/shop.ts';
import { payOnce } from './paid-once.ts';

const shop = createShop();

/** A shop that answers some of its paid prints otherwise. */
function shopBut(answer: (body: Readonly<Record<string, unknown>>) => ShopAnswer | undefined): ShopRunOptions {
  return {
    level: 'controlled',
    service: (operation, body, paid) =>
      (paid && operation === 'make-print' && answer({ ...(body as object) })) || shop(operation, body, paid),
  };
}

async function findingOf(options: ShopRunOptions) {
  const run = createShopRun(options);
  return { finding: await payOnce(run, run.operation('make-print')), run };
}

test('every cell of a table of prices, and every listed value, is paid once', async () => {
  const { finding, run } = await findingOf({ level: 'controlled' });
  expect(finding).toBeUndefined();
  const paid = run.exchanges.filter(({ exchange }) => exchange.sent.payment).map(({ invocation: { body } }) => body);
  const cells = new Set(paid.map((body) => `${Reflect.get(body ?? {}, 'paper')} ${Reflect.get(body ?? {}, 'size')}`));
  expect([...cells]).toEqual(expect.arrayContaining(['plain a4', 'plain a3', 'fine a4', 'fine a5', 'rough a4']));
  expect(new Set(paid.map((body) => Reflect.get(body ?? {}, 'finish')))).toEqual(new Set(['matt', 'gloss', undefined]));
});

test('a value that is quoted and refused once it is paid for is found', async () => {
  const refusing = shopBut(({ finish }) =>
    finish === 'gloss' ? { status: 400, json: { error: 'finish' } } : undefined,
  );
  expect((await findingOf(refusing)).finding).toMatchObject({ verdict: 'fail', actual: 400 });
});

test('a value for which the target breaks down is found, and a provider that fails is not', async () => {
  const failing = (status: number) => shopBut(({ size }) => (size === 'a5' ? { status, json: {} } : undefined));
  expect((await findingOf(failing(500))).finding).toMatchObject({ verdict: 'fail', actual: 500 });
  expect((await findingOf(failing(502))).finding).toBeUndefined();
});

test('nothing is paid at level paid', async () => {
  const { run } = await findingOf({ level: 'paid' });
  expect(run.sent()).toBe(0);
});
