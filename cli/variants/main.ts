/** Runs the suite against every permitted variant in random groups: a gateway that it accuses shows a bug of a check. */

import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Level } from '#conformance/check.ts';
import { groups } from '#gateway/variants/together.ts';
import type { Variant, VariantHost } from '#gateway/variants/variant.ts';
import { type Trial, tried } from './trial.ts';

const hosts: readonly VariantHost[] = ['base', 'account', 'solana', 'arc', 'nano', 'test'];
const levels: readonly Level[] = ['free', 'paid', 'controlled'];

const { values } = parseArgs({
  options: {
    host: { type: 'string', multiple: true, default: [...hosts] },
    level: { type: 'string', multiple: true, default: [...levels] },
    seed: { type: 'string', multiple: true, default: ['1', '2', '3'] },
    /** Variants in a group; with 1 each stands alone. */
    size: { type: 'string', default: '10' },
    /** Only groups with a variant whose name contains this. */
    name: { type: 'string' },
    /** Rules to judge, as `conform --only` takes them; all without it. */
    only: { type: 'string', multiple: true },
    /** File to which each group's outcome is added as a line of JSON. */
    json: { type: 'string' },
  },
});

const nameOf = ({ family, name }: Variant) => `${family}: ${name}`;

function record(trial: Trial): void {
  const { group, seconds, alarms, ...rest } = trial;
  if (values.json === undefined) return;
  const line = { ...rest, size: group.length, seconds, variants: group.map(nameOf), alarms: alarms.map(told) };
  appendFileSync(values.json, `${JSON.stringify(line)}\n`);
}

const told = ({ complaint, culprits }: Trial['alarms'][number]) => ({ complaint, culprits: culprits.map(nameOf) });

/** Where only the whole group is accused, no name says more than another. */
const named = (culprits: readonly string[]): string =>
  culprits.length <= 10 ? culprits.join(' | ') : `${culprits.length} variants together`;

let accused = 0;
for (const host of hosts.filter((id) => values.host.includes(id))) {
  for (const level of levels.filter((id) => values.level.includes(id))) {
    for (const seed of values.seed.map(Number)) {
      const drawn = groups(host, Number(values.size), seed).filter((group) =>
        group.some((variant) => nameOf(variant).includes(values.name ?? '')),
      );
      let alarms = 0;
      let seconds = 0;
      for (const group of drawn) {
        const trial = await tried(group, { host, level, seed, ...(values.only && { only: values.only }) });
        record(trial);
        seconds += trial.seconds;
        if (trial.alarms.length > 0) alarms += 1;
        for (const alarm of trial.alarms.map(told)) {
          console.log(`Accused: ${named(alarm.culprits)}\n  ${alarm.complaint}`);
        }
      }
      accused += alarms;
      console.log(
        `${host}, level ${level}, seed ${seed}: ${drawn.length} groups of variants, ${alarms} accused, ${Math.round(seconds)} s.`,
      );
    }
  }
}
process.exitCode = accused === 0 ? 0 : 1;
