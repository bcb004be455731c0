import { sameAddress } from '@tollwright/runtime/x402/address';
import { isServed } from '../../calls/cheapest.ts';
import { watchedPayer } from '../../calls/control.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { fieldsOf } from '../../common/json.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Exchange } from '../../http/exchange.ts';
import { NotTestable, whereItCan } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { comparisonOf } from '../../requests/comparison.ts';
import { preparedExample } from '../../scenario/prepared-calls.ts';
import { probe } from './paths.ts';

/** The field with the URL of an image, which a target fetches. */
const imageField = 'image_url';

/** Private addresses in the spellings that validators often miss. The schema of the field has the others. */
const addresses = [
  'https://2130706433/a.png',
  'https://0x7f000001/a.png',
  'https://017700000001/a.png',
  'https://127.1/a.png',
  'https://172.31.255.254/a.png',
  'https://100.64.0.1/a.png',
  'https://0.0.0.0/a.png',
  'https://[::ffff:169.254.169.254]/a.png',
  'https://[::ffff:a9fe:a9fe]/a.png',
  'https://[fd00::1]/a.png',
  'https://[fe80::1]/a.png',
  'https://localhost./a.png',
  'https://metadata.internal/a.png',
];

/** A URL in a private network is refused in every spelling, before payment. */
const imagePublic: ProtocolCheck = {
  id: 'characters.image-public',
  async check(run) {
    const operations = run.contract.operations.filter(
      ({ example, auth, closed }) => auth === 'payment' && !closed && imageField in fieldsOf(example.body),
    );
    let judged = 0;
    for (const operation of operations) {
      for (const address of addresses) {
        const exchange = await whereItCan(() => run.send(sampleOf(operation, { body: { [imageField]: address } })));
        const status = exchange?.received.status;
        if (!exchange || status === undefined || status === 404 || status === 501) break;
        judged += 1;
        if (status >= 400 && status < 500 && status !== 402) continue;
        return {
          verdict: 'fail',
          detail: `${operation.id} does not refuse an image in a private network.`,
          expected: 'a refusal of the request, such as 400',
          actual: status,
          exchange,
        };
      }
    }
    if (judged === 0) throw new NotTestable('open', 'This host has no operation that fetches an image.');
    return { verdict: 'pass', detail: `Requests sent: ${judged}.` };
  },
};

/** The area of the operations that enroll, and of this rule. */
const area = 'characters';

/** The path parameter of a listing by wallet. */
const parameter = '{address}';

/** A listing finds a wallet by its checksummed address (EIP-55) and by its lower-case address. */
const addressSpelling: ProtocolCheck = {
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
        const outcome = await judgeListing(run, listing, payer);
        if (outcome) return outcome;
        compared.push(listing.id);
      }
    }
    if (compared.length === 0)
      throw new NotTestable(
        // On a host with API keys no wallet enrolls, even if the target file names one.
        operations.some(({ auth }) => auth === 'payment') && /^0x/i.test(run.payer?.address ?? '')
          ? 'unserved'
          : 'open',
        'No wallet with a hexadecimal address could enroll an asset.',
      );
    return { verdict: 'pass', operations: [...new Set(compared)] };
  },
};

/** Enrolls an asset and returns the checksummed address of its wallet. */
async function enroll(run: Run, operation: Operation): Promise<string | undefined> {
  const payer = await watchedPayer(run);
  const call = (await preparedExample(run, operation)) ?? (payer && { invocation: sampleOf(operation), payer });
  if (!call) return undefined;
  return isServed(await run.pay(call.invocation, { wallet: call.payer })) ? call.payer.address : undefined;
}

async function judgeListing(run: Run, listing: Operation, payer: string): Promise<Outcome | undefined> {
  const read = (address: string) => run.send(sampleOf(listing, { params: { address } }));
  const [checksummed, lowerCase, again] = [await read(payer), await read(payer.toLowerCase()), await read(payer)];
  // Another rule judges that a listing is served at all.
  if (!isServed(checksummed) && !isServed(lowerCase)) return undefined;
  // A listing may contain values that vary, such as a time. Only what two equal reads share is compared.
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

/** Enrolled characters cannot be deleted: DELETE is refused on the paths of their operations and below them. */
const noDelete: ProtocolCheck = {
  id: `${area}.no-delete`,
  async check(run) {
    const auth = run.contract.host.auth === 'bearer' && run.level !== 'free' ? 'key' : 'none';
    const paths = run.contract.operations.filter((operation) => operation.area === area).map(({ path }) => path);
    if (paths.length === 0) throw new NotTestable('open', 'This host has no operation that enrolls characters.');
    // The resources of these paths do not exist, so nothing can be deleted.
    const called = [...new Set(paths.map((path) => path.replaceAll(/\{[^}]+\}/g, `none-${run.seed}`)))];
    for (const path of called.flatMap((each) => [each, `${each}/none-${run.seed}`])) {
      const exchange = await run.send({ ...probe('GET', path, auth), method: 'DELETE' });
      const { status } = exchange.received;
      // The documents leave open which status an unsupported method gets.
      if (status >= 300) continue;
      return {
        verdict: 'fail',
        detail: `DELETE ${path} was accepted.`,
        expected: '404 or 405',
        actual: status,
        exchange,
      };
    }
    return { verdict: 'pass', detail: `Paths called: ${called.length}.` };
  },
};

/** The checks of operations that enroll characters. */
export const characterChecks: readonly ProtocolCheck[] = [imagePublic, addressSpelling, noDelete];
