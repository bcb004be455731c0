/** Requests that just keep one keyword. */

import { boundaries } from '../arbitraries/boundaries.ts';
import { choicesOf } from '../arbitraries/choices.ts';
import { rootOf, withPart } from '../arbitraries/fields.ts';
import { minimal } from '../arbitraries/minimal.ts';
import { absent, putAtSite, sitesOf, valueAtSite } from '../arbitraries/route.ts';
import type { Invocation } from '../check/exchange.ts';
import type { FieldPath } from '../oracle/reads.ts';
import { type Judged, type RequestConstraint, shown } from './constraint.ts';
import { failure, isAccepted } from './responses.ts';
import { judgeValid } from './verdicts.ts';

/** Boundary values sent for one rule, and how many where each of them is charged to an account; of a list, all on test money. */
const limits = { free: 60, charged: 3 };

/** Sends the example with each boundary value in its place. */
export async function checkValid(constraint: RequestConstraint): Promise<Judged> {
  const { answers, operation, part, path } = constraint;
  const requests = answers.requests(operation);
  const members = constraint.keyword === 'enum' || constraint.keyword === 'catalog';
  const charged = operation.auth === 'key' && operation.price && !(members && answers.run.level === 'controlled');
  const limit = charged ? limits.charged : limits.free;
  const where = [part, ...path].join('.');
  const calls: { readonly value: unknown; readonly invocation: Invocation }[] = [];
  for (const [value, invocation] of validCalls(constraint)) {
    if (calls.length === limit) break;
    const mended = requests.repair(invocation, [rootOf[part], ...path].join('.'));
    if (mended) calls.push({ value, invocation: mended });
  }
  const siblings = [...calls.map(({ invocation }) => invocation), ...without(constraint)];
  for (const { value, invocation } of calls) {
    const because = value === absent ? `\`${where}\` may be left out` : `\`${where}\` may be ${shown(value)}`;
    const field = value === absent ? path.at(-1) : undefined;
    const finding = await judgeValid(answers, constraint.rule, invocation, because, { siblings, field });
    if (finding) return { count: calls.length, finding };
  }
  return { count: calls.length, finding: undefined };
}

/** Where the example lacks an optional field and is refused for it, only the same call with the field can tell. */
export async function checkOptional({
  answers,
  operation,
  part,
  schema,
  path,
  keyword,
}: RequestConstraint): Promise<Judged> {
  const { run, material } = answers;
  const requests = answers.requests(operation);
  const { base } = requests;
  const none: Judged = { count: 0, finding: undefined };
  const [site] = sitesOf(schema, path, material);
  if (keyword !== 'type' || !site?.optional || valueAtSite(base[part], site) !== absent) return none;
  const without = await answers.send(base);
  if (isAccepted(run.contract, operation, without.received)) return none;
  const field: FieldPath = [rootOf[part], ...path];
  const choices = choicesOf(field, operation, requests.environment(base), run.evaluator, material);
  const calls = [minimal(site.shape, material), ...choices].flatMap((value) => {
    const placed = value === undefined ? undefined : putAtSite(base[part], site, value, material);
    const mended = placed && requests.repair(withPart(base, part, placed.value), field.join('.'));
    return mended ? [mended] : [];
  });
  const [call] = calls;
  const given = call && (await answers.send(call));
  if (!given || !isAccepted(run.contract, operation, given.received)) return none;
  const detail = `A request was refused although \`${path.join('.')}\` may be left out.`;
  return { count: 2, finding: failure(detail, given.received.status, without) };
}

/** The example without the field, where it may be left out: what is taken then is refused for the field. */
function without({ answers, operation, part, schema, path }: RequestConstraint): readonly Invocation[] {
  const { base } = answers.requests(operation);
  const { material } = answers;
  const [site] = sitesOf(schema, path, material);
  const placed = site?.optional && part !== 'params' ? putAtSite(base[part], site, absent, material) : undefined;
  const call = placed && answers.requests(operation).repair(withPart(base, part, placed.value));
  return call ? [call] : [];
}

function* validCalls({
  answers,
  operation,
  part,
  schema,
  path,
  keyword,
}: RequestConstraint): Generator<[unknown, Invocation]> {
  const { material } = answers;
  const { base } = answers.requests(operation);
  if (part !== 'body' && path.length === 0) return;
  for (const site of sitesOf(schema, path, material)) {
    const there = { shape: site.shape, standing: valueAtSite(base[part], site), optional: site.optional };
    for (const value of boundaries(there, keyword, material)) {
      // Alone in its list or map where it may be, so that nothing beside it is judged with it.
      const placed = (['only', 'first'] as const).map((position) =>
        putAtSite(base[part], site, value, material, position),
      );
      const fitting = placed.find((each) => each && material.validator.valid(schema, each.value, part !== 'body'));
      if (fitting) yield [value, withPart(base, part, fitting.value)];
    }
  }
}
