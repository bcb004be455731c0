import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { z } from 'zod';

/** The answer of `npm audit`; a registry that has no advisories answers with an error. */
const Audit = z.object({ metadata: z.object({ vulnerabilities: z.record(z.string(), z.number()) }) });

test('no package that is installed with the product has a known severe vulnerability', async ({ skip }) => {
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile('npm', ['audit', '--omit=dev', '--json'], (_, stdout) => resolve(stdout));
  const answer = await promise;
  const audit = Audit.safeParse(JSON.parse(answer));
  if (!audit.success) {
    process.stderr.write(`npm audit was not possible: ${answer.slice(0, 200)}\n`);
    skip('the registry answers no audits');
  }
  const { high = 0, critical = 0 } = audit.data?.metadata.vulnerabilities ?? {};
  expect({ high, critical }).toEqual({ high: 0, critical: 0 });
});
