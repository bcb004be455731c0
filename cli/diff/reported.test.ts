import { expect, test } from 'vitest';
import { openSide } from './open.ts';
import { readers, reportOf } from './report.ts';
import { linesOf, type Verdict, verdictOf } from './testing/descriptions.ts';
import { unproven } from './testing/unproven.ts';

const folder = 'cli/diff/testing/described';

async function sides(before: string, after: string) {
  return [await openSide(`${folder}/${before}`, 'spec'), await openSide(`${folder}/${after}`, 'spec')] as const;
}

test.each<[before: string, after: string, Verdict]>([
  ['path-param-override/old.yaml', 'path-param-override/new.yaml', 'none'],
  ['second-media-type/old.yaml', 'second-media-type/new.yaml', 'breaking'],
  ['multipart-encoding/old.yaml', 'multipart-encoding/new.yaml', 'breaking'],
  ['webhooks/old.yaml', 'webhooks/new.yaml', 'breaking'],
  ['callbacks/old.yaml', 'callbacks/new.yaml', 'breaking'],
  ['external-refs/v1/api.yaml', 'external-refs/v2/api.yaml', 'breaking'],
  ['readonly-required/old.yaml', 'readonly-required/new.yaml', 'compatible'],
  ['media-type-charset/old.yaml', 'media-type-charset/new.yaml', 'none'],
  ['media-type-charset/old.yaml', 'media-type-charset/case.yaml', 'none'],
  ['security/old.yaml', 'security/new.yaml', 'risky'],
  ['ref-to-property/old.yaml', 'ref-to-property/new.yaml', 'breaking'],
  ['ref-to-property/old-plain.yaml', 'ref-to-property/new-plain.yaml', 'breaking'],
  ['ref-to-property/old.yaml', 'ref-to-property/other-changed.yaml', 'compatible'],
  ['servers/none.yaml', 'servers/slash.yaml', 'none'],
  ['servers/host.yaml', 'servers/host-slash.yaml', 'none'],
  ['servers/host.yaml', 'servers/moved.yaml', 'none'],
  ['ref-siblings/old30.yaml', 'ref-siblings/new30.yaml', 'none'],
  ['ref-siblings/old31.yaml', 'ref-siblings/new31.yaml', 'breaking'],
  ['enum-ref-nullable/old.yaml', 'enum-ref-nullable/new.yaml', 'compatible'],
  ['enum-ref-nullable/new.yaml', 'enum-ref-nullable/old.yaml', 'breaking'],
  ['ignored-headers/old.yaml', 'ignored-headers/new.yaml', 'none'],
  ['query-of-3.2/old.yaml', 'query-of-3.2/new.yaml', 'breaking'],
  ['jsonschema-applicators/old.yaml', 'jsonschema-applicators/new-dependent.yaml', 'breaking'],
  ['jsonschema-applicators/old.yaml', 'jsonschema-applicators/new-defs.yaml', 'breaking'],
  ['yaml-merge-key/old.yaml', 'yaml-merge-key/new.yaml', 'compatible'],
  ['int64-bounds/old.yaml', 'int64-bounds/new.yaml', 'breaking'],
  ['int64-bounds/old.yaml', 'int64-bounds/new2.yaml', 'breaking'],
  ['swagger2/old.yaml', 'swagger2/new.yaml', 'none'],
  ['other-names/before.json', 'other-names/after.json', 'breaking'],
  ['read-only-property/before.json', 'read-only-property/after.json', 'compatible'],
  ['stricter-form/before.json', 'stricter-form/after.json', 'breaking'],
  ['webhook-payload/before.json', 'webhook-payload/after.json', 'breaking'],
  ['closed-with-required/before.json', 'closed-with-required/after.json', 'breaking'],
  ['query-values/before.json', 'query-values/after.json', 'breaking'],
  ['removed-int/before.json', 'removed-int/after.json', 'breaking'],
  ['union-swap/before.json', 'union-swap/after.json', 'breaking'],
])('%s to %s is what it should be for callers', async (before, after, verdict) => {
  const both = await sides(before, after);
  const report = await reportOf(...both, readers, []);
  expect([verdictOf(report), linesOf(report)]).toEqual([verdict, expect.anything()]);
  expect(unproven(report.changes, ...both)).toEqual([]);
});

test.each([
  [
    'circular-parameter/new.yaml',
    'circular-parameter/new.yaml:11:13 The reference "#/components/parameters/Page" leads back to itself.',
  ],
  [
    'missing-file/before.json',
    'missing-file/before.json:9:7 The reference "paths/a.yaml" leads to no file that is here.',
  ],
])('%s is a mistake with its place', async (name, message) => {
  await expect(sides(name, name)).rejects.toThrow(message);
});
