import Table from 'cli-table3';
import type { Figure } from '../figure.ts';
import { agrees, judge, type Pair, readPairs, type Tool, tools, type Verdict } from './pairs.ts';
import { openApiDiffVerdicts, redoclyVerdicts } from './peers.ts';

/** Who judges the list: we, the tools that run here, and the levels that oasdiff documents, which does not. */
const judges = ['ours', 'oasdiff (as documented)', 'redocly', 'openapi-diff'] as const;

interface JudgedChange {
  readonly pair: Pair;
  /** In the order of `judges`; absent where oasdiff documents nothing. */
  readonly verdicts: readonly (Verdict | undefined)[];
}

/** Judges every change that a tool documents, and prints each with the levels that are stated and those that are given. */
export async function documented(): Promise<Figure> {
  const pairs = readPairs();
  const [redocly, openApiDiff] = [redoclyVerdicts(pairs), await openApiDiffVerdicts(pairs)];
  const all = await Promise.all(
    pairs.map(async (pair, index): Promise<JudgedChange> => {
      return { pair, verdicts: [await judge(pair), pair.levels.oasdiff, redocly[index], openApiDiff[index]] };
    }),
  );
  console.error(eachChange(all));
  console.error(byTool(all));
  const [ours = 0, ...others] = judges.map((_, index) => tools.reduce((sum, tool) => sum + right(all, tool, index), 0));
  const best = Math.max(...others);
  return {
    what: 'statements of oasdiff, Redocly and openapi-diff on changes of OpenAPI descriptions that are judged as documented',
    ours: `${ours} of ${tools.reduce((sum, tool) => sum + stated(all, tool).length, 0)}`,
    peer: `${best}: ${judges[others.indexOf(best) + 1]}`,
    value: ours / best,
    aim: { atLeast: 1 },
  };
}

function stated(all: readonly JudgedChange[], tool: Tool): readonly JudgedChange[] {
  return all.filter(({ pair }) => pair.levels[tool] !== undefined);
}

/** How many changes a judge judges as a tool documents. */
function right(all: readonly JudgedChange[], tool: Tool, judgeIndex: number): number {
  return all.filter(({ pair: { levels }, verdicts }) => {
    const level = levels[tool];
    return level !== undefined && agrees(level, verdicts[judgeIndex]);
  }).length;
}

function byTool(all: readonly JudgedChange[]): string {
  const table = new Table({ head: ['documented by', 'changes', ...judges], style: { head: [], border: [] } });
  for (const tool of tools)
    table.push([tool, stated(all, tool).length, ...judges.map((_, index) => right(all, tool, index))]);
  return table.toString();
}

function eachChange(all: readonly JudgedChange[]): string {
  const heads = [
    'change',
    ...tools.map((tool) => `${tool} says`),
    'ours',
    'redocly',
    'openapi-diff',
    'why ours departs',
  ];
  const table = new Table({
    head: heads,
    colWidths: [52, 14, 14, 14, 12, 12, 14, 60],
    wordWrap: true,
    chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
    style: { head: [], border: [] },
  });
  for (const { pair, verdicts } of all) {
    const [ours = '', , redocly = '', openApiDiff = ''] = verdicts;
    const says = tools.map((tool) => pair.levels[tool] ?? '');
    table.push([pair.change, ...says, ours, redocly, openApiDiff, pair.why ?? '']);
  }
  return table.toString();
}
