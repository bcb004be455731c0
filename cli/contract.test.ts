import { expectTypeOf, test } from 'vitest';
import type { Contract } from '#conformance/contract.ts';
import type { HostView } from '#generators/model/types.ts';

// The conformance room may not import the generators, so it spells the contract out once more.
test('spells the contract as the generators write it', () => {
  expectTypeOf<HostView>().toEqualTypeOf<Contract>();
});
