import { sameAddress } from '@tollwright/runtime/x402/address';
import { isServed } from '../../calls/cheapest.ts';
import { watchedPayer } from '../../calls/control.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import type { Operation } from '../../contract/contract.ts';
import type { Exchange } from '../../http/exchange.ts';
import { NotTestable, whereItCan } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { comparisonOf } from '../../requests/comparison.ts';
import { preparedExample } from '../../scenario/prepared-calls.ts';

/** The area of the operations that enroll, and of this rule. */
const area = 'characters';

/** The path parameter of a listing by wallet. */
const parameter = '{address}';

/** A wallet's assets are listed under its address with the capitals of EIP-55 and without them. */
export const addressSpelling: ProtocolCheck = {
  id: `${area}.address-spelling`,
  alone: true,
  async check(run) {
    const operations = run.contract.operations.filter((operation) => operation.area === area);
    const listings = operations.filter(({ method, path }) => method === 'GET' && path.includes(parameter));
    const compared: string[] = [];
    for (const operation of operations.filter(({ auth }) => auth === 'payment')) {
      const payer = await whereItCan(() => enroll(run, operation));
      if (payer === undefined || !/^0x/i.test(payer)) continue;
      for (const listing of listings) {
        const outcome = await judge(run, listing, payer);
        if (outcome) return outcome;
        compared.push(listing.id);
      }
    }
    if (compared.length === 0) throw new NotTestable('No wallet with a hexadecimal address could enroll an asset.');
    return { verdict: 'pass', operations: [...new Set(compared)] };
  },
};

/** Enrolls an asset; the address of its wallet, with the capitals of its checksum. */
async function enroll(run: Run, operation: Operation): Promise<string | undefined> {
  const payer = await watchedPayer(run);
  const call = (await preparedExample(run, operation)) ?? (payer && { invocation: sampleOf(operation), payer });
  if (!call) return undefined;
  return isServed(await run.pay(call.invocation, { wallet: call.payer })) ? call.payer.address : undefined;
}

async function judge(run: Run, listing: Operation, payer: string): Promise<Outcome | undefined> {
  const read = (address: string) => run.send(sampleOf(listing, { params: { address } }));
  const [checksummed, lowerCase, again] = [await read(payer), await read(payer.toLowerCase()), await read(payer)];
  // Another rule judges that a listing is served at all.
  if (!isServed(checksummed) && !isServed(lowerCase)) return undefined;
  // Beside the assets there may be what varies, such as a time: what is equal before and after was equal between.
  const [one, other, same] = [checksummed, lowerCase, again].map((exchange) => inOneSpelling(exchange, payer));
  const text = one && same && comparisonOf([one], [same]);
  if (!text || !other || (isServed(checksummed) === isServed(lowerCase) && text(one) === text(other))) return undefined;
  return {
    verdict: 'fail',
    detail: `${listing.id} answers differently to two spellings of the address of one wallet.`,
    expected: lowerCase.received.json,
    actual: checksummed.received.json,
    exchange: checksummed,
  };
}

/** A response with one spelling of the wallet's address. */
function inOneSpelling(exchange: Exchange, payer: string): Exchange {
  const json: unknown = JSON.parse(
    JSON.stringify(exchange.received.json ?? null, (_, value) => (sameAddress(value, payer) ? payer : value)),
  );
  return { ...exchange, received: { ...exchange.received, json } };
}
