import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { pc } from '#conformance/report/colors.ts';
import { challengePath } from './challenge-path.ts';
import { claims } from './claims.ts';
import { conformance } from './conformance.ts';
import { emitted } from './emitted.ts';
import type { Figure } from './figure.ts';
import { generation } from './generation.ts';
import { oddRequests } from './odd-requests.ts';
import { paidPath } from './paid-path.ts';
import { quoting } from './quoting.ts';
import { releases } from './releases.ts';
import { settlement } from './settlement.ts';
import { sustained } from './sustained.ts';
import { validation } from './validation.ts';
import { verification } from './verification.ts';

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, minutes: { type: 'string', default: '0.25' } },
});
const { json } = values;
/** Minutes of the part `load`. */
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error(`Expected a number of minutes above 0, got ${values.minutes}.`);
const figures: Figure[] = [];
for (const [name, measure] of Object.entries({
  generation,
  emitted,
  quoting,
  validation,
  challengePath,
  paidPath,
  verification,
  oddRequests,
  load: () => sustained(minutes),
  claims,
  settlement,
  conformance,
  releases,
})) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  if (!json) console.error(pc.dim(`measuring ${name} …`));
  figures.push(...(await measure()));
}

if (json) {
  console.log(JSON.stringify(figures, null, 2));
} else {
  const table = new Table({
    head: ['what', 'ours', 'peer or limit', 'ratio', 'aim'],
    colWidths: [60],
    wordWrap: true,
    style: { head: [], border: [] },
  });
  for (const { what, ours, peer, value, aim } of figures) {
    const met = 'atLeast' in aim ? value >= aim.atLeast : value <= aim.atMost;
    const shown = value.toFixed(value < 10 ? 2 : 0);
    table.push([what, ours, peer, met ? pc.green(shown) : pc.yellow(shown), describe(aim)]);
  }
  console.log(table.toString());
}

function describe(aim: Figure['aim']): string {
  const shown = (limit: number) => Number(limit.toFixed(2));
  return 'atLeast' in aim ? `≥ ${shown(aim.atLeast)}` : `≤ ${shown(aim.atMost)}`;
}
