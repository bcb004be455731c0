import type { Change, Reader } from '#generators/compare/change.ts';
import type { Burst, Witness } from '#generators/compare/witness.ts';
import { listed } from '#generators/compare/words.ts';

/** Words of clauses that concern those who operate or test a deployment. */
const notForCallers =
  /\b(deployments?|suite|runs?|baselines?|rules?|target files?|gateway|host file|specification)\b|`--only`/i;

/** The clauses of a text about a change that concern its readers; callers read nothing about suites and deployments. */
export function wordsFor(text: string, chosen: readonly Reader[]): string {
  if (!isForCallers(chosen)) return text;
  const clauses = text.split('; ').filter((clause) => !notForCallers.test(clause));
  const [first = '', ...more] = clauses;
  return [first.charAt(0).toUpperCase() + first.slice(1), ...more].join('; ');
}

/** True for a report that only callers read. */
export function isForCallers(chosen: readonly Reader[]): boolean {
  return chosen.length === 1 && chosen[0] === 'callers';
}

/** Things that callers see nothing of. */
const unseen: ReadonlySet<string> = new Set(['rule', 'statement', 'question', 'document', 'scenario', 'ensures']);

/** Tells whether callers notice a change: one that asks something of them, or that lets them do more. */
export function isNoticed({ subject, levels, kind }: Pick<Change, 'subject' | 'levels' | 'kind'>): boolean {
  const [scope = ''] = subject.split('/');
  if (levels.callers === 'breaking' || unseen.has(scope)) return levels.callers === 'breaking';
  return kind !== 'constant-changed' && Object.values(levels).some((level) => level !== 'compatible');
}

/** The effect of a change on a caller, as its witness shows it; undefined where there is none. */
export function effectOf({
  witness,
  refusal,
}: Pick<Change, 'witness'> & { readonly refusal?: number }): string | undefined {
  switch (witness?.claim) {
    case 'request':
      if (witness.accepted === 'after') return 'This call was refused before and works now';
      return refusal === undefined
        ? 'This call worked before and is refused now'
        : `This call worked before and gets ${refusal} now`;
    case 'response':
      return witness.allowed === 'after' ? 'A response may now be like this' : 'A response is no longer like this';
    case 'price':
      return `This call cost ${witness.before} USD and costs ${witness.after} USD now`;
    case 'calls': {
      const [sooner, later] =
        witness.accepted === 'before' ? ['worked before', 'get 429 now'] : ['got 429 before', 'work now'];
      return `${witness.calls.map(burstText).join(', ')} ${sooner}, and some of them ${later}`;
    }
    case 'trace':
      return witness.accepted === 'before'
        ? `A job no longer goes this way: ${wayText(witness)}`
        : `A job may now go this way: ${wayText(witness)}`;
    case 'outcome':
      return `\`${witness.of.join('.')}\` was ${JSON.stringify(witness.before)} and is ${JSON.stringify(witness.after)} now`;
    case undefined:
      return undefined;
  }
}

function wayText({ events, ends, effects }: Extract<Witness, { readonly claim: 'trace' }>): string {
  const does = effects.length > 0 ? ` with ${listed(effects)}` : '';
  return `${events.join(', ')}, then \`${ends}\`${does}`;
}

/** Calls at one time in words. */
export function burstText({ at, calls }: Burst): string {
  return at === 0 ? `${calls} calls at once` : `${calls} more after ${at} seconds`;
}
