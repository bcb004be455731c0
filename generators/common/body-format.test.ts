import { formatOf as runtimeFormatOf } from '@tollwright/runtime/values/body-format';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatOf } from './body-format.ts';

test('the format of a content type is the one that the runtime writes', () => {
  const type = fc.constantFrom('application', 'text', 'multipart', 'image', 'audio', 'x-application');
  const subtype = fc.constantFrom(
    ...[
      'json',
      'problem+json',
      'jsonp',
      'form-data',
      'mixed',
      'x-www-form-urlencoded',
      'plain',
      'html',
      'octet-stream',
    ],
  );
  fc.assert(
    fc.property(type, subtype, (one, other) => {
      expect(formatOf(`${one}/${other}`)).toBe(runtimeFormatOf(`${one}/${other}`));
    }),
  );
});
