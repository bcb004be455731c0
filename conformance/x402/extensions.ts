/** Rules about extensions of the standard, for sellers whose challenges declare them. */

import { randomHex } from '@tollwright/runtime/values/encoding';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { failure, type Finding } from '../check/outcome.ts';
import { fieldsOf } from '../common/json.ts';
import { NotTestable } from '../http/interruption.ts';
import { receiptOf } from './receipts.ts';
import { routeName } from './routes.ts';
import {
  boughtOf,
  isServed,
  type PayableChallenge,
  type Seller,
  type SellerChallenge,
  servedPurchase,
} from './seller.ts';

/** The extension by which a seller answers a repeated request with the kept response. */
const repeats = 'payment-identifier';

/** True where a seller keeps responses for repeated requests. */
export function keepsResponses(challenge: Pick<SellerChallenge, 'requirements'>): boolean {
  return extensionOf(challenge, repeats) !== undefined;
}

function extensionOf({ requirements }: Pick<SellerChallenge, 'requirements'>, name: string): unknown {
  return fieldsOf(requirements?.extensions)[name];
}

/** A repeated request with the identifier of its payment gets the same response, with the same receipt. */
export async function judgeRepeated(seller: Seller): Promise<Finding> {
  const { challenge, id } = await identified(seller);
  const header = await seller.sign(challenge, payerOf(seller), {}, id);
  const first = await seller.send(challenge.route, header);
  if (!isServed(first)) throw new NotTestable('unserved', 'A payment with an identifier was not served.');
  const again = await seller.send(challenge.route, header);
  const [paid, kept] = [first, again].map((exchange) => ({
    status: exchange.received.status,
    body: exchange.received.text,
    transaction: receiptOf(exchange)?.transaction ?? null,
  }));
  if (JSON.stringify(paid) === JSON.stringify(kept)) return undefined;
  const detail = `${routeName(challenge.route)} gave a repeated request with its identifier another response.`;
  return failure(detail, paid, again, kept);
}

/** Another payment with a used identifier is a conflict. */
export async function judgeConflict(seller: Seller): Promise<Finding> {
  const { challenge, id } = await identified(seller);
  const [used, other] = [await sign(), await sign()];
  const first = await seller.send(challenge.route, used);
  if (!isServed(first)) throw new NotTestable('unserved', 'A payment with an identifier was not served.');
  const exchange = await seller.send(challenge.route, other);
  if (exchange.received.status === 409) return undefined;
  const detail = `${routeName(challenge.route)} returned ${exchange.received.status} to another payment with a used identifier.`;
  return failure(detail, 409, exchange);

  function sign(): Promise<string> {
    return seller.sign(challenge, payerOf(seller), {}, id);
  }
}

/** A challenge that declares identifiers, with a new one. Throws `NotTestable` where there is none. */
async function identified(seller: Seller): Promise<{ readonly challenge: PayableChallenge; readonly id: string }> {
  const challenge = boughtOf(seller).find(keepsResponses);
  if (!challenge) throw new NotTestable('open', `No challenge has the extension ${repeats}.`);
  await servedPurchase(seller);
  return { challenge, id: `tollwright_${randomHex(16)}` };
}

function payerOf({ run }: Seller) {
  if (run.payer) return run.payer;
  throw new NotTestable('means', 'The run has no wallet.');
}

/** The description for discovery keeps its own schema, and names the method of its route. */
export async function judgeDescription(seller: Seller): Promise<Finding> {
  const all = await Promise.all(seller.routes.map((route) => seller.challenge(route)));
  const described = all.filter((challenge) => extensionOf(challenge, 'bazaar') !== undefined);
  if (described.length === 0) throw new NotTestable('open', 'No challenge has the extension bazaar.');
  for (const challenge of described) {
    const { info, schema } = fieldsOf(extensionOf(challenge, 'bazaar'));
    const error = errorOf(schema, info);
    const name = routeName(challenge.route);
    if (error !== undefined) {
      const detail = `The description for discovery of ${name} does not keep its schema: ${error}.`;
      return { ...failure(detail, schema, challenge.exchange, info ?? null), at: '/extensions/bazaar/info' };
    }
    const { type, method } = fieldsOf(fieldsOf(info).input);
    if (type !== 'http' || method === undefined || method === challenge.route.method) continue;
    const detail = `The description for discovery of ${name} names another method.`;
    return {
      ...failure(detail, challenge.route.method, challenge.exchange, method),
      at: '/extensions/bazaar/info/input/method',
    };
  }
  return undefined;
}

/** The error of a value by a schema of a seller; a schema that cannot be compiled is an error of its own. */
function errorOf(schema: unknown, value: unknown): string | undefined {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  try {
    return ajv.validate(fieldsOf(schema), value) ? undefined : ajv.errorsText();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
