import type { Run } from '../check/run.ts';
import { type Judgement, type JudgeOptions, judge, type Task } from './judge.ts';

/** Times that a failing check is repeated before its failure counts as seen only once. */
const repeats = 2;

/** Repeats a check that failed; a failure that cannot be seen again is inconclusive. Limits cannot be used up twice. */
export async function judgeAgain(
  task: Task,
  run: Run,
  options: JudgeOptions,
  cleanUp: () => Promise<void>,
): Promise<Judgement> {
  const attempt = async () => {
    const outcome = await judge(task, run, options);
    if (outcome.verdict !== 'pass' && !outcome.unanswered && !outcome.later) await cleanUp();
    return outcome;
  };
  const first = await attempt();
  if (first.verdict !== 'fail' || task.rule.kind === 'limit') return first;
  for (let count = 0; count < repeats; count += 1) {
    const again = await attempt();
    if (again.verdict !== 'pass') return again.verdict === 'fail' ? again : first;
  }
  const { detail, expected, actual } = first;
  const values = JSON.stringify({ expected, actual });
  return { verdict: 'error', detail: `Failed once and passed in ${repeats} repetitions: ${detail} ${values}` };
}
