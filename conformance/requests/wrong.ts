/** Requests that just break one keyword. */

import fc from 'fast-check';
import { rootOf, schemaOf, withPart, writeField } from '../arbitraries/fields.ts';
import { minimal } from '../arbitraries/minimal.ts';
import { type NearMiss, nearMisses } from '../arbitraries/near-misses.ts';
import { absent, place, sitesOf, standing } from '../arbitraries/route.ts';
import { valid } from '../arbitraries/valid.ts';
import type { Invocation } from '../check/check.ts';
import { isInterruption } from '../check/interruption.ts';
import type { FieldPath } from '../oracle/reads.ts';
import { type Judged, type RequestAim, wrongRequest } from './aim.ts';
import type { Failure } from './answers.ts';
import { type Finding, judgeWrong } from './verdicts.ts';

/** Near misses sent for one rule: in the first place, behind right values, and within random requests. */
const limits = { first: 9, last: 3, random: 3 };

/** Sends near misses of the example, then near misses of random requests; a failure is told with the smallest request. */
export async function checkWrong(aim: RequestAim): Promise<Judged> {
  const { bench, part } = aim;
  // A path and a query are always there, and a path has all its parameters.
  if (part !== 'body' && (aim.path.length === 0 || (part === 'params' && aim.keyword === 'required'))) {
    return { count: 0, finding: undefined };
  }
  const base = supporting(aim, aim.bench.requests(aim.operation).base);
  // A path whose last part is empty is another path.
  const all = nearMisses(aim, base[part], bench.material).filter(({ wrong }) => part !== 'params' || wrong !== '');
  // Each member of a list has a near miss of its own, and these come first; so has each part of each form.
  const isChoice = aim.keyword === 'anyOf' || aim.keyword === 'oneOf';
  const first = isChoice ? all.length : Math.max(limits.first, longestList(aim) + limits.last);
  const found = [
    ...all.filter(({ last }) => !last).slice(0, first),
    ...all.filter(({ last }) => last).slice(0, limits.last),
  ];
  for (const miss of found) {
    const finding = await judge(aim, miss, { base });
    if (!finding) continue;
    return { count: found.length, finding: finding.verdict === 'fail' ? await smaller(aim, miss, finding) : finding };
  }
  const finding = found.length > 0 && part === 'body' ? await checkRandomly(aim) : undefined;
  return { count: found.length, finding };
}

function longestList({ schema, path, bench }: RequestAim): number {
  const lengths = sitesOf(schema, path, bench.material).map(({ shape }) =>
    Array.isArray(shape.enum) ? shape.enum.length : 0,
  );
  return Math.max(0, ...lengths);
}

/** A call, with what a right value of the field needs beside it where the call lacks the field. */
function supporting({ bench, operation, part, schema, path }: RequestAim, base: Invocation): Invocation {
  const requests = bench.requests(operation);
  const [site] = sitesOf(schema, path, bench.material);
  if (!site || standing(base[part], site) !== absent) return base;
  const placed = place(base[part], site, minimal(site.shape, bench.material), bench.material);
  const given = placed && withPart(base, part, placed.value);
  if (!given || requests.allows(given)) return base;
  const field: FieldPath = [rootOf[part], ...path.slice(0, 1)];
  const mended = requests.mend(given, field.join('.'));
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

function judge(aim: RequestAim, { value, path, wrong }: NearMiss, { base, named = true }: Manner): Promise<Finding> {
  const { names, ...request } = wrongRequest(aim, withPart(base, aim.part, value), path, wrong);
  return judgeWrong(aim.bench, aim.rule, { ...request, ...(named && names && { names }) });
}

/** The same fault in the smallest request there is, if that fails as well. */
async function smaller(aim: RequestAim, { wrong }: NearMiss, finding: Failure): Promise<Failure> {
  const requests = aim.bench.requests(aim.operation);
  const mended = requests.mend(withPart(requests.base, aim.part, minimal(aim.schema, aim.bench.material)));
  const least = mended && supporting(aim, mended);
  const miss = nearMisses(aim, least?.[aim.part], aim.bench.material).find((other) => other.wrong === wrong);
  const again = miss && (await judge(aim, miss, { base: requests.base }));
  return again?.verdict === 'fail' && again.expected === finding.expected ? again : finding;
}

/** Puts faults into random requests. What only paying would decide is left to the requests before. */
async function checkRandomly(aim: RequestAim): Promise<Finding> {
  const { bench } = aim;
  const schema = schemaOf(aim.operation, aim.part);
  if (!schema) return undefined;
  let failed: Finding;
  const requests = bench.requests(aim.operation);
  const drawn = fc.tuple(valid(schema, bench.material), fc.nat({ max: 1000 }));
  const property = fc.asyncProperty(drawn, async ([value, pick]) => {
    const mended = requests.mend(withPart(requests.base, aim.part, value));
    fc.pre(mended !== undefined);
    const base = supporting(aim, mended);
    const misses = nearMisses(aim, base[aim.part], bench.material);
    const miss = misses[pick % Math.max(1, misses.length)];
    // Another fault of the target may be what it refuses here, so that what it names says nothing.
    const finding = miss && (await judge(aim, miss, { base: requests.base, named: false }).catch(undecided));
    if (finding?.verdict === 'fail') failed = finding;
    return finding?.verdict !== 'fail';
  });
  const { seed } = bench.run;
  const options = { seed, numRuns: limits.random, maxSkipsPerRun: 10, interruptAfterTimeLimit: 10_000 };
  const { errorInstance } = await fc.check(property, options);
  if (errorInstance !== null && !failed) throw errorInstance;
  return failed;
}

/** What interrupts one random request says nothing of the others. */
function undecided(error: unknown): undefined {
  if (!isInterruption(error)) throw error;
}
