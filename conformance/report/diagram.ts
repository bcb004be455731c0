import { instance } from '@viz-js/viz';
import type { Machine, Transition } from '../contract/contract.ts';
import { type ReportVerdict, type RuleResult, reportVerdict, verdictLabels } from './report.ts';

/** A machine as a report shows it: a diagram whose transitions are coloured by verdict. */
export interface Drawing {
  readonly id: string;
  readonly summary: string;
  readonly svg: string;
  readonly transitions: readonly { readonly text: string; readonly verdict: ReportVerdict }[];
}

/** Draws the machines of a host; each transition has the verdict of its rule. */
export async function drawMachines(
  machines: readonly Machine[],
  results: readonly RuleResult[],
): Promise<readonly Drawing[]> {
  if (machines.length === 0) return [];
  const viz = await instance();
  return machines.map((machine) => {
    const verdictOfTransition = (transition: Transition) => verdictOf(machine, transition, results);
    const svg = viz.renderString(graphOf(machine, verdictOfTransition), { format: 'svg' });
    return {
      id: machine.id,
      summary: machine.summary,
      svg: tidy(svg, `${machine.id}: its states and transitions, also listed below`),
      transitions: machine.transitions.map((transition) => ({
        text: `${transition.from.join(', ')} → ${transition.to} on ${labelOf(transition, ', ')}`,
        verdict: verdictOfTransition(transition),
      })),
    };
  });
}

/** The verdict of a transition's rule; in the machine of payments, of the rules that share its statements. */
function verdictOf({ of }: Machine, { id, statements }: Transition, results: readonly RuleResult[]): ReportVerdict {
  const related = results.filter((result) =>
    of ? result.statements.some((statement) => statements.includes(statement)) : result.rule === id,
  );
  const found = new Set(related.map(reportVerdict));
  return (['fail', 'known', 'error', 'pass'] as const).find((verdict) => found.has(verdict)) ?? 'not-testable';
}

/** The machine in the DOT language; the line style repeats what the colour shows: solid, bold or dashed. */
function graphOf(
  { id, initial, states, transitions }: Machine,
  verdict: (transition: Transition) => ReportVerdict,
): string {
  const nodes = Object.entries(states).map(
    ([name, { final }]) => `${quote(name)} [class="state"${final ? ', peripheries=2' : ''}]`,
  );
  const edges = transitions.flatMap((transition) => {
    const found = verdict(transition);
    const style = found === 'fail' || found === 'known' ? 'bold' : found === 'pass' ? 'solid' : 'dashed';
    const label = quote(`${labelOf(transition, '\n')}\n(${verdictLabels[found]})`);
    return transition.from.map(
      (from) => `${quote(from)} -> ${quote(transition.to)} [label=${label}, class="${found}", style="${style}"]`,
    );
  });
  return [
    `digraph ${quote(id)} {`,
    'bgcolor="transparent"; rankdir="TB"; nodesep=0.6; ranksep=0.7',
    'node [shape=box, style=rounded, fontname="sans-serif", fontsize=13]',
    'edge [fontname="sans-serif", fontsize=11]',
    '"" [shape=point, class="state"]',
    `"" -> ${quote(initial)} [class="state"]`,
    ...nodes,
    ...edges,
    '}',
  ].join('\n');
}

function labelOf({ on, if: guard, effects }: Transition, between: string): string {
  return [on, ...(guard ? [`if ${guard.text}`] : []), ...effects].join(between);
}

function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}

/** Removes colours, which the page's style sheet sets, and adds a label for screen readers. */
function tidy(svg: string, label: string): string {
  const drawn = svg.slice(svg.indexOf('<svg'));
  const attributes = `role="img" aria-label="${label.replaceAll('"', '&quot;')}"`;
  return drawn
    .replace('<svg', `<svg ${attributes}`)
    .replace(/<!--.*?-->/gs, '')
    .replace(/<title>.*?<\/title>\n?/gs, '')
    .replace(/ (stroke|fill)="black"/g, '')
    .replace(/ id="[^"]*"/g, '')
    .replace(/ xml:space="preserve"/g, '');
}
