/** Requests that just keep one keyword. */

import { boundaries } from '../arbitraries/boundaries.ts';
import { rootOf, withPart } from '../arbitraries/fields.ts';
import { minimal } from '../arbitraries/minimal.ts';
import { absent, place, sitesOf, standing } from '../arbitraries/route.ts';
import type { Invocation } from '../check.ts';
import { type Judged, type RequestAim, shown } from './aim.ts';
import { failure, isAccepted } from './answers.ts';
import { judgeRight } from './verdicts.ts';

/** Boundary values sent for one rule, and how many where each of them is charged to an account. */
const limits = { free: 60, charged: 3 };

/** Sends the example with each boundary value in its place. */
export async function checkRight(aim: RequestAim): Promise<Judged> {
  const { bench, operation, part, path } = aim;
  const requests = bench.requests(operation);
  const limit = operation.auth === 'key' && operation.price ? limits.charged : limits.free;
  const where = [part, ...path].join('.');
  let count = 0;
  for (const [value, invocation] of rightOnes(aim)) {
    const mended = requests.mend(invocation, [rootOf[part], ...path].join('.'));
    if (!mended) continue;
    if (count === limit) break;
    count += 1;
    const because = value === absent ? `\`${where}\` may be left out` : `\`${where}\` may be ${shown(value)}`;
    const finding = await judgeRight(bench, aim.rule, mended, because);
    if (finding) return { count, finding };
  }
  return { count, finding: undefined };
}

/** Where the example lacks an optional field and is refused for it, only the same call with the field can tell. */
export async function checkOptional({ bench, operation, part, schema, path, keyword }: RequestAim): Promise<Judged> {
  const { run, material } = bench;
  const { base } = bench.requests(operation);
  const none: Judged = { count: 0, finding: undefined };
  const [site] = sitesOf(schema, path, material);
  if (keyword !== 'type' || !site?.optional || standing(base[part], site) !== absent) return none;
  const without = await bench.ask(base);
  if (isAccepted(run.contract, operation, without.received)) return none;
  const placed = place(base[part], site, minimal(site.shape, material), material);
  const given = placed && (await bench.ask(withPart(base, part, placed.value)));
  if (!given || !isAccepted(run.contract, operation, given.received)) return none;
  const detail = `A request was refused although \`${path.join('.')}\` may be left out.`;
  return { count: 2, finding: failure(detail, given.received.status, without) };
}

function* rightOnes({ bench, operation, part, schema, path, keyword }: RequestAim): Generator<[unknown, Invocation]> {
  const { material } = bench;
  const { base } = bench.requests(operation);
  if (part !== 'body' && path.length === 0) return;
  for (const site of sitesOf(schema, path, material)) {
    const there = { shape: site.shape, standing: standing(base[part], site), optional: site.optional };
    for (const value of boundaries(there, keyword, material)) {
      const placed = place(base[part], site, value, material);
      if (placed) yield [value, withPart(base, part, placed.value)];
    }
  }
}
