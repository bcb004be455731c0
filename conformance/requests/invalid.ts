/** Requests that just break one keyword. */

import fc from 'fast-check';
import { rootOf, schemaOf, withPart, writeField } from '../arbitraries/fields.ts';
import { minimal } from '../arbitraries/minimal.ts';
import { type NearMiss, nearMisses } from '../arbitraries/near-misses.ts';
import { absent, putAtSite, sitesOf, valueAtSite } from '../arbitraries/route.ts';
import { valid } from '../arbitraries/valid.ts';
import type { Invocation } from '../check/exchange.ts';
import { isInterruption } from '../check/interruption.ts';
import type { FieldPath } from '../oracle/reads.ts';
import { invalidRequest, type Judged, type RequestConstraint } from './constraint.ts';
import type { Failure } from './responses.ts';
import { type Finding, judgeInvalid } from './verdicts.ts';

/** Near misses sent for one rule: in the first place, behind right values, and within random requests. */
const limits = { first: 9, last: 3, random: 3 };

/** Sends near misses of the example, then near misses of random requests; a failure is told with the smallest request. */
export async function checkInvalid(constraint: RequestConstraint): Promise<Judged> {
  const { answers, part } = constraint;
  // A path and a query are always there, and a path has all its parameters.
  if (part !== 'body' && (constraint.path.length === 0 || (part === 'params' && constraint.keyword === 'required'))) {
    return { count: 0, finding: undefined };
  }
  const base = supporting(constraint, constraint.answers.requests(constraint.operation).base);
  // A path whose last part is empty is another path.
  const all = nearMisses(constraint, base[part], answers.material).filter(
    ({ invalid }) => part !== 'params' || invalid !== '',
  );
  // Each member of a list has a near miss of its own, and these come first; so has each part of each form.
  const isChoice = constraint.keyword === 'anyOf' || constraint.keyword === 'oneOf';
  const first = isChoice ? all.length : Math.max(limits.first, longestList(constraint) + limits.last);
  const found = [
    ...all.filter(({ last }) => !last).slice(0, first),
    ...all.filter(({ last }) => last).slice(0, limits.last),
  ];
  for (const miss of found) {
    const finding = await judge(constraint, miss, { base });
    if (!finding) continue;
    return {
      count: found.length,
      finding: finding.verdict === 'fail' ? await smaller(constraint, miss, finding) : finding,
    };
  }
  const finding = found.length > 0 && part === 'body' ? await checkRandomly(constraint) : undefined;
  return { count: found.length, finding };
}

function longestList({ schema, path, answers }: RequestConstraint): number {
  const lengths = sitesOf(schema, path, answers.material).map(({ shape }) =>
    Array.isArray(shape.enum) ? shape.enum.length : 0,
  );
  return Math.max(0, ...lengths);
}

/** A call, with what a right value of the field needs beside it where the call lacks the field. */
function supporting({ answers, operation, part, schema, path }: RequestConstraint, base: Invocation): Invocation {
  const requests = answers.requests(operation);
  const [site] = sitesOf(schema, path, answers.material);
  if (!site || valueAtSite(base[part], site) !== absent) return base;
  const placed = putAtSite(base[part], site, minimal(site.shape, answers.material), answers.material);
  const given = placed && withPart(base, part, placed.value);
  if (!given || requests.allows(given)) return base;
  const field: FieldPath = [rootOf[part], ...path.slice(0, 1)];
  const mended = requests.repair(given, field.join('.'));
  if (mended) return mended;
  const decided = requests.decide(given, field.join('.'));
  return decided ? writeField(decided, field, undefined) : base;
}

interface Manner {
  /** What the near miss is of. */
  readonly base: Invocation;
  /** False where the refusal may name another field. */
  readonly named?: boolean;
}

function judge(
  constraint: RequestConstraint,
  { value, path, invalid }: NearMiss,
  { base, named = true }: Manner,
): Promise<Finding> {
  const { names, ...request } = invalidRequest(constraint, withPart(base, constraint.part, value), path, invalid);
  return judgeInvalid(constraint.answers, constraint.rule, { ...request, ...(named && names && { names }) });
}

/** The same fault in the smallest request there is, if that fails as well. */
async function smaller(constraint: RequestConstraint, { invalid }: NearMiss, finding: Failure): Promise<Failure> {
  const requests = constraint.answers.requests(constraint.operation);
  const mended = requests.repair(
    withPart(requests.base, constraint.part, minimal(constraint.schema, constraint.answers.material)),
  );
  const least = mended && supporting(constraint, mended);
  const miss = nearMisses(constraint, least?.[constraint.part], constraint.answers.material).find(
    (other) => other.invalid === invalid,
  );
  const again = miss && (await judge(constraint, miss, { base: requests.base }));
  return again?.verdict === 'fail' && again.expected === finding.expected ? again : finding;
}

/** Puts faults into random requests. What only paying would decide is left to the requests before. */
async function checkRandomly(constraint: RequestConstraint): Promise<Finding> {
  const { answers } = constraint;
  const schema = schemaOf(constraint.operation, constraint.part);
  if (!schema) return undefined;
  let failed: Finding;
  const requests = answers.requests(constraint.operation);
  const drawn = fc.tuple(valid(schema, answers.material), fc.nat({ max: 1000 }));
  const property = fc.asyncProperty(drawn, async ([value, pick]) => {
    const mended = requests.repair(withPart(requests.base, constraint.part, value));
    fc.pre(mended !== undefined);
    const base = supporting(constraint, mended);
    const misses = nearMisses(constraint, base[constraint.part], answers.material);
    const miss = misses[pick % Math.max(1, misses.length)];
    // Another fault of the target may be what it refuses here, so that what it names says nothing.
    const finding = miss && (await judge(constraint, miss, { base: requests.base, named: false }).catch(undecided));
    if (finding?.verdict === 'fail') failed = finding;
    return finding?.verdict !== 'fail';
  });
  const { seed } = answers.run;
  const options = { seed, numRuns: limits.random, maxSkipsPerRun: 10, interruptAfterTimeLimit: 10_000 };
  const { errorInstance } = await fc.check(property, options);
  if (errorInstance !== null && !failed) throw errorInstance;
  return failed;
}

/** What interrupts one random request says nothing of the others. */
function undecided(error: unknown): undefined {
  if (!isInterruption(error)) throw error;
}
