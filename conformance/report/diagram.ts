import { instance } from '@viz-js/viz';
import type { Machine, Transition } from '../contract/contract.ts';
import { type ReportVerdict, type RuleResult, reportVerdict } from './report.ts';
import { verdictLabels } from './verdict-labels.ts';

/** A machine as a report shows it: a drawing whose transitions have the colours of their verdicts. */
export interface Drawing {
  readonly id: string;
  readonly summary: string;
  readonly svg: string;
  readonly transitions: readonly { readonly text: string; readonly word: ReportVerdict }[];
}

/** Draws the machines of a host; a transition that was taken and behaved has the verdict of its rule. */
export async function drawMachines(
  machines: readonly Machine[],
  results: readonly RuleResult[],
): Promise<readonly Drawing[]> {
  if (machines.length === 0) return [];
  const viz = await instance();
  return machines.map((machine) => {
    const wordOfTransition = (transition: Transition) => verdictOf(machine, transition, results);
    const svg = viz.renderString(graphOf(machine, wordOfTransition), { format: 'svg' });
    return {
      id: machine.id,
      summary: machine.summary,
      svg: tidy(svg, `${machine.id}: its states and transitions; the list below says the same`),
      transitions: machine.transitions.map((transition) => ({
        text: `${transition.from.join(', ')} → ${transition.to} on ${labelOf(transition, ', ')}`,
        word: wordOfTransition(transition),
      })),
    };
  });
}

/** What a transition's rule came to; of the life of every call, what the rules over its statements came to. */
function verdictOf({ of }: Machine, { id, statements }: Transition, results: readonly RuleResult[]): ReportVerdict {
  const telling = results.filter((result) =>
    of ? result.statements.some((statement) => statements.includes(statement)) : result.rule === id,
  );
  const found = new Set(telling.map(reportVerdict));
  return (['fail', 'known', 'error', 'pass'] as const).find((word) => found.has(word)) ?? 'not-testable';
}

/** Graphviz' language; what a colour says is said by the line as well: solid, bold or dotted. */
function graphOf(
  { id, initial, states, transitions }: Machine,
  verdict: (transition: Transition) => ReportVerdict,
): string {
  const nodes = Object.entries(states).map(
    ([name, { final }]) => `${quote(name)} [class="state"${final ? ', peripheries=2' : ''}]`,
  );
  const edges = transitions.flatMap((transition) => {
    const word = verdict(transition);
    const style = word === 'fail' || word === 'known' ? 'bold' : word === 'pass' ? 'solid' : 'dashed';
    const label = quote(`${labelOf(transition, '\n')}\n(${verdictLabels[word]})`);
    return transition.from.map(
      (from) => `${quote(from)} -> ${quote(transition.to)} [label=${label}, class="${word}", style="${style}"]`,
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

/** Leaves to the page's style what Graphviz says of colours, and names the picture for who cannot see it. */
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
