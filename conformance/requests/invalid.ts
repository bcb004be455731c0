/** Requests that break one keyword only. */

import fc from 'fast-check';
import { rootOf, schemaOf, withPart } from '../arbitraries/fields.ts';
import { minimal } from '../arbitraries/minimal.ts';
import { type NearMiss, nearMisses } from '../arbitraries/near-misses.ts';
import { absent, putAtSite, sitesOf, valueAtSite } from '../arbitraries/route.ts';
import { valid } from '../arbitraries/valid.ts';
import type { Failure } from '../check/outcome.ts';
import type { Invocation } from '../http/exchange.ts';
import { isInterruption } from '../http/interruption.ts';
import type { FieldPath } from '../oracle/reads.ts';
import { invalidRequest, type Judged, type RequestConstraint } from './constraint.ts';
import { type Finding, judgeInvalid } from './verdicts.ts';

/** Near misses sent for one rule: in the first place, beyond one for each member of an enumeration, after valid values, and within random requests. */
const limits = { first: 9, members: 12, last: 3, random: 3 };

/** The example that near misses are put into, and the near misses that every run sends, whatever its seed. */
export function plannedMisses(constraint: RequestConstraint): {
  readonly base: Invocation;
  readonly misses: readonly NearMiss[];
} {
  const { cache, part } = constraint;
  const base = supporting(constraint, cache.requests(constraint.operation).base);
  // Paths and queries cannot be omitted, and a path has all its parameters.
  if (part !== 'body' && (constraint.path.length === 0 || (part === 'params' && constraint.keyword === 'required'))) {
    return { base, misses: [] };
  }
  const all = nearMisses(constraint, base[part], cache.material).filter((miss) => part !== 'params' || isInPath(miss));
  // Each enum member, each part of each alternative and each slip in a text has its own near miss.
  const first = /^(anyOf|oneOf|pattern|format|not)$/.test(constraint.keyword)
    ? all.length
    : Math.max(limits.first, longestList(constraint) + limits.members);
  const misses = [
    ...all.filter(({ last }) => !last).slice(0, first),
    ...all.filter(({ last }) => last).slice(0, limits.last),
  ];
  const placed = constraint.keyword === 'enum' ? misses.map((miss) => alone(constraint, base, miss)) : misses;
  return { base, misses: placed.flatMap((miss) => whereRead(constraint, base, miss)) };
}

/** The near miss in a request that breaks no condition besides, where there is one. */
function alone({ cache, operation, part, path }: RequestConstraint, base: Invocation, miss: NearMiss): NearMiss {
  const requests = cache.requests(operation);
  const field: FieldPath = [rootOf[part], ...path.slice(0, 1)];
  const call = requests.meetConditions(withPart(base, part, miss.value), field.join('.'));
  return call ? { ...miss, value: call[part] } : miss;
}

/** Sends near misses of the example, then of random requests; a failure is reported with the smallest request. */
export async function checkInvalid(constraint: RequestConstraint): Promise<Judged> {
  const { base, misses } = plannedMisses(constraint);
  for (const miss of misses) {
    const finding = await judge(constraint, miss, { base });
    if (!finding) continue;
    return {
      count: misses.length,
      finding: finding.verdict === 'fail' ? await smaller(constraint, miss, finding) : finding,
    };
  }
  const finding = misses.length > 0 && constraint.part === 'body' ? await checkRandomly(constraint) : undefined;
  return { count: misses.length, finding };
}

/** False for an empty segment, which makes a different path, and for a name in other letter case, which may be the same resource. */
function isInPath({ invalid, shape }: NearMiss): boolean {
  const members = Array.isArray(shape.enum) ? shape.enum.map((member) => String(member).toLowerCase()) : [];
  return invalid !== '' && !members.includes(String(invalid).toLowerCase());
}

function longestList({ schema, path, cache }: RequestConstraint): number {
  const lengths = sitesOf(schema, path, cache.material).map(({ shape }) =>
    Array.isArray(shape.enum) ? shape.enum.length : 0,
  );
  return Math.max(0, ...lengths);
}

/** The call with the fields that a valid value of the constrained field requires, where the call lacks it. */
function supporting({ cache, operation, part, schema, path }: RequestConstraint, base: Invocation): Invocation {
  const requests = cache.requests(operation);
  const [site] = sitesOf(schema, path, cache.material);
  if (!site || valueAtSite(base[part], site) !== absent) return base;
  const placed = putAtSite(base[part], site, minimal(site.shape, cache.material), cache.material);
  const given = placed && withPart(base, part, placed.value);
  if (!given || requests.allows(given)) return base;
  const field: FieldPath = [rootOf[part], ...path.slice(0, 1)];
  return requests.repair(given, field.join('.')) ?? base;
}

/** The near miss in a request of which no field may be ignored, such as by the model; none where there is no such request. */
function whereRead({ cache, operation, part, path }: RequestConstraint, base: Invocation, miss: NearMiss): NearMiss[] {
  const field: FieldPath = [rootOf[part], ...path.slice(0, 1)];
  const call = cache.requests(operation).decide(withPart(base, part, miss.value), field.join('.'));
  return call ? [{ ...miss, value: call[part] }] : [];
}

interface JudgeOptions {
  /** The request that the near miss is put into. */
  readonly base: Invocation;
  /** False where the error may name another field. */
  readonly named?: boolean;
}

function judge(constraint: RequestConstraint, miss: NearMiss, { base, named = true }: JudgeOptions): Promise<Finding> {
  const { names, ...request } = invalidRequest(constraint, withPart(base, constraint.part, miss.value), miss);
  return judgeInvalid(constraint.cache, constraint.rule, { ...request, ...(named && names && { names }) });
}

/** The same violation in the smallest request, if that fails as well. */
async function smaller(constraint: RequestConstraint, { invalid }: NearMiss, finding: Failure): Promise<Failure> {
  const requests = constraint.cache.requests(constraint.operation);
  const repaired = requests.repair(
    withPart(requests.base, constraint.part, minimal(constraint.schema, constraint.cache.material)),
  );
  const least = repaired && supporting(constraint, repaired);
  const miss = nearMisses(constraint, least?.[constraint.part], constraint.cache.material).find(
    (other) => other.invalid === invalid,
  );
  const again = miss && (await judge(constraint, miss, { base: requests.base }));
  return again?.verdict === 'fail' && again.expected === finding.expected ? again : finding;
}

/** Puts near misses into random requests; never pays. */
async function checkRandomly(constraint: RequestConstraint): Promise<Finding> {
  const { cache } = constraint;
  const schema = schemaOf(constraint.operation, constraint.part);
  if (!schema) return undefined;
  let failed: Finding;
  const requests = cache.requests(constraint.operation);
  const drawn = fc.tuple(valid(schema, cache.material), fc.nat({ max: 1000 }));
  const property = fc.asyncProperty(drawn, async ([value, pick]) => {
    const repaired = requests.repair(withPart(requests.base, constraint.part, value));
    fc.pre(repaired !== undefined);
    const base = supporting(constraint, repaired);
    const misses = nearMisses(constraint, base[constraint.part], cache.material);
    const drawn = misses[pick % Math.max(1, misses.length)];
    const [miss] = drawn ? whereRead(constraint, base, drawn) : [];
    // The target may reject the request for another reason, so the name in its error is not compared.
    const finding =
      miss && (await judge(constraint, miss, { base: requests.base, named: false }).catch(ignoreInterruption));
    if (finding?.verdict === 'fail') failed = finding;
    return finding?.verdict !== 'fail';
  });
  const { seed } = cache.run;
  const options = { seed, numRuns: limits.random, maxSkipsPerRun: 10, interruptAfterTimeLimit: 10_000 };
  const { errorInstance } = await fc.check(property, options);
  if (errorInstance !== null && !failed) throw errorInstance;
  return failed;
}

/** An interruption of one random request leaves the others. */
function ignoreInterruption(error: unknown): undefined {
  if (!isInterruption(error)) throw error;
}
