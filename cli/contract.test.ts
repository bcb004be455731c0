import { expectTypeOf, test } from 'vitest';
import type { Contract } from '#conformance/contract.ts';
import type { HostView } from '#generators/model/types.ts';

// The conformance room may not import the generators, so it spells out what it reads of a contract once more.
test('reads contracts as the generators write them', () => {
  expectTypeOf<HostView>().toExtend<Contract>();
});
