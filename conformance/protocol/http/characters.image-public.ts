import type { ProtocolCheck } from '../../check/family.ts';
import { fieldsOf } from '../../common/json.ts';
import { NotTestable, whereItCan } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';

/** The field with the URL of an image, which a target fetches. */
const field = 'image_url';

/** Private addresses in the spellings that are forgotten most; the schema of the field has the others. */
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

/** A URL that leads into a private network is refused in every spelling, before it is paid for. */
export const imagePublic: ProtocolCheck = {
  id: 'characters.image-public',
  async check(run) {
    const operations = run.contract.operations.filter(
      ({ example, auth, closed }) => auth === 'payment' && !closed && field in fieldsOf(example.body),
    );
    let judged = 0;
    for (const operation of operations) {
      for (const address of addresses) {
        const exchange = await whereItCan(() => run.send(sampleOf(operation, { body: { [field]: address } })));
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
    if (judged === 0) throw new NotTestable('This host has no operation that fetches an image.');
    return { verdict: 'pass', detail: `Requests sent: ${judged}.` };
  },
};
