/** Runs the suite against every permitted variant in random groups: a gateway that it accuses shows a bug of a check. */

import { parseArgs } from 'node:util';
import type { Level } from '#conformance/check.ts';
import { complaints, judge } from '#gateway/variants/testing/judge.ts';
import { groups } from '#gateway/variants/together.ts';
import type { VariantHost } from '#gateway/variants/variant.ts';

const hosts: readonly VariantHost[] = ['base', 'account'];
const levels: readonly Level[] = ['free', 'paid', 'controlled'];

const { values } = parseArgs({
  options: {
    host: { type: 'string', multiple: true, default: [...hosts] },
    level: { type: 'string', multiple: true, default: [...levels] },
    seed: { type: 'string', multiple: true, default: ['1', '2', '3'] },
    size: { type: 'string', default: '10' },
  },
});

let accused = 0;
for (const host of hosts.filter((id) => values.host.includes(id))) {
  for (const level of levels.filter((id) => values.level.includes(id))) {
    for (const seed of values.seed.map(Number)) {
      const drawn = groups(host, Number(values.size), seed);
      let alarms = 0;
      for (const group of drawn) {
        const found = complaints(await judge(group, { host, level, seed }));
        if (found.length === 0) continue;
        alarms += 1;
        const names = group.map(({ family, name }) => `${family}: ${name}`).join(' | ');
        console.log(`Accused: ${names}\n${found.map((complaint) => `  ${complaint}`).join('\n')}`);
      }
      accused += alarms;
      console.log(`${host}, level ${level}, seed ${seed}: ${drawn.length} groups of variants, ${alarms} accused.`);
    }
  }
}
process.exitCode = accused === 0 ? 0 : 1;
