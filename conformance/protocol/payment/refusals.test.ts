import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldsOf } from '../../common/json.ts';
import { referenceContract } from '../../testing/reference/contract.ts';
import { causes, refusalMismatch, refusalsFor } from './refusals.ts';

const contract = referenceContract;
const exchangeOf = (status: number, json: unknown) => ({
  sent: { method: 'POST', path: '/', headers: {} },
  received: { status, headers: {}, rawHeaders: [], text: '', json, events: [], cut: false },
});

test('every cause gets the error that the contract names for its reason', () => {
  const { payment } = contract.host;
  if (!payment) throw new Error('The contract of the tests is paid.');
  const [id, entry] = ['gone', { ...contract.errors['payment-invalid'], http: 410, body: {} }];
  for (const cause of causes) {
    const refusals = Object.fromEntries(Object.keys(payment.transport.refusals).map((reason) => [reason, id]));
    const transport = { ...payment.transport, refusals: { ...payment.transport.refusals, ...refusals } };
    const host = { ...contract.host, payment: { ...payment, transport } };
    const other = { ...contract, host, errors: { ...contract.errors, [id]: { ...entry, id } } };
    expect(refusalsFor({ contract: other as typeof contract }, [cause])).toEqual([{ status: 410 }]);
  }
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
