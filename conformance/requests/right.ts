/** Requests that just keep one keyword. */

import { boundaries } from '../arbitraries/boundaries.ts';
import { choicesOf } from '../arbitraries/choices.ts';
import { rootOf, withPart } from '../arbitraries/fields.ts';
import { minimal } from '../arbitraries/minimal.ts';
import { absent, place, sitesOf, standing } from '../arbitraries/route.ts';
import type { Invocation } from '../check/check.ts';
import type { FieldPath } from '../oracle/reads.ts';
import { type Judged, type RequestAim, shown } from './aim.ts';
import { failure, isAccepted } from './answers.ts';
import { judgeRight } from './verdicts.ts';

/** Boundary values sent for one rule, and how many where each of them is charged to an account; of a list, all on test money. */
const limits = { free: 60, charged: 3 };

/** Sends the example with each boundary value in its place. */
export async function checkRight(aim: RequestAim): Promise<Judged> {
  const { bench, operation, part, path } = aim;
  const requests = bench.requests(operation);
  const members = aim.keyword === 'enum' || aim.keyword === 'catalog';
  const charged = operation.auth === 'key' && operation.price && !(members && bench.run.level === 'controlled');
  const limit = charged ? limits.charged : limits.free;
  const where = [part, ...path].join('.');
  const calls: { readonly value: unknown; readonly invocation: Invocation }[] = [];
  for (const [value, invocation] of rightOnes(aim)) {
    if (calls.length === limit) break;
    const mended = requests.mend(invocation, [rootOf[part], ...path].join('.'));
    if (mended) calls.push({ value, invocation: mended });
  }
  const siblings = [...calls.map(({ invocation }) => invocation), ...without(aim)];
  for (const { value, invocation } of calls) {
    const because = value === absent ? `\`${where}\` may be left out` : `\`${where}\` may be ${shown(value)}`;
    const field = value === absent ? path.at(-1) : undefined;
    const finding = await judgeRight(bench, aim.rule, invocation, because, { siblings, field });
    if (finding) return { count: calls.length, finding };
  }
  return { count: calls.length, finding: undefined };
}

/** Where the example lacks an optional field and is refused for it, only the same call with the field can tell. */
export async function checkOptional({ bench, operation, part, schema, path, keyword }: RequestAim): Promise<Judged> {
  const { run, material } = bench;
  const requests = bench.requests(operation);
  const { base } = requests;
  const none: Judged = { count: 0, finding: undefined };
  const [site] = sitesOf(schema, path, material);
  if (keyword !== 'type' || !site?.optional || standing(base[part], site) !== absent) return none;
  const without = await bench.ask(base);
  if (isAccepted(run.contract, operation, without.received)) return none;
  const field: FieldPath = [rootOf[part], ...path];
  const choices = choicesOf(field, operation, requests.environment(base), run.evaluator, material);
  const calls = [minimal(site.shape, material), ...choices].flatMap((value) => {
    const placed = value === undefined ? undefined : place(base[part], site, value, material);
    const mended = placed && requests.mend(withPart(base, part, placed.value), field.join('.'));
    return mended ? [mended] : [];
  });
  const [call] = calls;
  const given = call && (await bench.ask(call));
  if (!given || !isAccepted(run.contract, operation, given.received)) return none;
  const detail = `A request was refused although \`${path.join('.')}\` may be left out.`;
  return { count: 2, finding: failure(detail, given.received.status, without) };
}

/** The example without the field, where it may be left out: what is taken then is refused for the field. */
function without({ bench, operation, part, schema, path }: RequestAim): readonly Invocation[] {
  const { base } = bench.requests(operation);
  const { material } = bench;
  const [site] = sitesOf(schema, path, material);
  const placed = site?.optional && part !== 'params' ? place(base[part], site, absent, material) : undefined;
  const call = placed && bench.requests(operation).mend(withPart(base, part, placed.value));
  return call ? [call] : [];
}

function* rightOnes({ bench, operation, part, schema, path, keyword }: RequestAim): Generator<[unknown, Invocation]> {
  const { material } = bench;
  const { base } = bench.requests(operation);
  if (part !== 'body' && path.length === 0) return;
  for (const site of sitesOf(schema, path, material)) {
    const there = { shape: site.shape, standing: standing(base[part], site), optional: site.optional };
    for (const value of boundaries(there, keyword, material)) {
      // Alone in its list or map where it may be, so that nothing beside it is judged with it.
      const placed = (['only', 'first'] as const).map((position) => place(base[part], site, value, material, position));
      const fitting = placed.find((each) => each && material.judge.valid(schema, each.value, part !== 'body'));
      if (fitting) yield [value, withPart(base, part, fitting.value)];
    }
  }
}
