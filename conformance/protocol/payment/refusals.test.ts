import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { fieldsOf } from '../../common/json.ts';
import { referenceContract } from '../../testing/reference/contract.ts';
import { type Cause, errorsByCause, refusalMismatch, refusalsFor } from './refusals.ts';

const causes = Object.keys(errorsByCause) as Cause[];
const contract = referenceContract;
const exchangeOf = (status: number, json: unknown) => ({
  sent: { method: 'POST', path: '/', headers: {} },
  received: { status, headers: {}, rawHeaders: [], text: '', json, events: [], cut: false },
});

test('every cause names errors that our specification defines', async () => {
  const file = new URL('../../../spec/errors/payment.yaml', import.meta.url);
  const defined = fieldsOf(fieldsOf(load(await readFile(file, 'utf8'))).errors);
  expect(causes.flatMap((cause) => errorsByCause[cause]).filter((id) => !Object.hasOwn(defined, id))).toEqual([]);
});

describe('a response', () => {
  const some = fc.subarray(
    causes.filter((cause) => cause !== 'stale-block'),
    { minLength: 1 },
  );

  test('is right for a cause where it has the status and the texts of one of its errors', () => {
    fc.assert(
      fc.property(some, fc.nat(), (chosen, index) => {
        const refusals = refusalsFor({ contract }, chosen);
        const { status = 0, ...texts } = refusals[index % refusals.length] ?? {};
        expect(refusalMismatch({ contract }, exchangeOf(status, { ...texts, more: 1 }), chosen)).toBeUndefined();
      }),
    );
  });

  test('is wrong with another status, another error or another code, and the first of these is named', () => {
    fc.assert(
      fc.property(some, fc.constantFrom('status', 'error', 'code'), (chosen, field) => {
        const [right] = refusalsFor({ contract }, chosen);
        fc.pre(refusalsFor({ contract }, chosen).every((refusal) => fieldsOf(refusal)[field] !== undefined));
        const { status = 0, ...texts } = { ...right, [field]: field === 'status' ? 403 : 'another' };
        const mismatch = refusalMismatch({ contract }, exchangeOf(status, texts), chosen);
        expect(mismatch).toMatchObject({ actual: { [field]: field === 'status' ? 403 : 'another' } });
        expect(mismatch?.at).toBe(field === 'status' ? undefined : `/${field}`);
      }),
    );
  });

  test('needs only the status where the specification defines none of the errors', () => {
    const bare = { contract: { ...contract, errors: {} } };
    fc.assert(
      fc.property(
        fc.constantFrom(...causes),
        fc.anything(),
        fc.integer({ min: 200, max: 599 }),
        (cause, json, status) => {
          const mismatch = refusalMismatch(bare, exchangeOf(status, json), [cause]);
          expect(mismatch).toEqual(status === 402 ? undefined : { expected: { status: 402 }, actual: { status } });
        },
      ),
    );
  });
});
