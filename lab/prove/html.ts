import { htmlText } from '#conformance/report/escape/html.ts';
import { excuses, type Matrix, type Row, tiers } from './matrix.ts';
import { ratesOf } from './terminal.ts';
import type { Verdict } from './verdict.ts';

/** The kill matrix as one HTML file that loads nothing. */
export function renderHtml(matrix: Matrix, verdicts: readonly Verdict[]): string {
  const heads = ['Operator', 'Mutants', ...tiers, ...excuses, 'survived'];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kill matrix</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #ccc; padding: .3rem .6rem; text-align: left; vertical-align: top; }
td.n, th.n { text-align: right; }
.survived { color: #a40000; font-weight: bold; }
code { overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
</style>
<h1>Kill matrix</h1>
<p>${[`${matrix.total.mutants} mutants.`, ...(matrix.partial === undefined ? [] : [matrix.partial]), ...ratesOf(matrix)].join(' ')}</p>
<div class="wide"><table>
<thead><tr>${heads.map((head, index) => `<th${index > 0 ? ' class="n"' : ''} scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${[...matrix.rows, matrix.total].map(lineOf).join('\n')}</tbody>
</table></div>
<h2>Survivors</h2>
${matrix.survivors.length === 0 ? '<p>None.</p>' : listOf(matrix.survivors)}
<h2>Excuse</h2>
${matrix.excused.length === 0 ? '<p>None.</p>' : details('Mutants that are equivalent, open or unobservable', matrix.excused)}
<h2>Kill</h2>
${details(
  'Killed mutants with the rule that named each',
  verdicts.filter(({ outcome }) => outcome.verdict === 'killed'),
)}
</html>
`;
}

function lineOf({ operator, mutants, killed, excused, survived }: Row): string {
  const figures = [mutants, ...tiers.map((tier) => killed[tier]), ...excuses.map((each) => excused[each]), survived];
  return `<tr><th scope="row">${htmlText(operator)}</th>${figures.map((figure) => `<td class="n">${figure}</td>`).join('')}</tr>`;
}

function details(summary: string, verdicts: readonly Verdict[]): string {
  return `<details><summary>${summary}: ${verdicts.length}</summary>${listOf(verdicts)}</details>`;
}

function listOf(verdicts: readonly Verdict[]): string {
  return `<div class="wide"><table><thead><tr><th scope="col">Mutant</th><th scope="col">Change</th><th scope="col">Outcome</th></tr></thead>
<tbody>${verdicts.map((each) => `<tr><td><code>${htmlText(`${each.host} ${each.id}`)}</code></td><td>${htmlText(each.description)}</td><td>${endOf(each)}</td></tr>`).join('\n')}</tbody></table></div>`;
}

function endOf({ outcome }: Verdict): string {
  if ('reason' in outcome) return `${outcome.verdict}: ${htmlText(outcome.reason)}`;
  if (outcome.verdict === 'survived') return `<span class="survived">survived</span> ${htmlText(outcome.detail)}`;
  return `${outcome.tier}: <code>${htmlText(outcome.by)}</code> ${htmlText(outcome.detail)}`;
}
