import { instance } from '@viz-js/viz';
import type { Machine, Transition } from '#generators/model/types.ts';

/** Draws a machine in two releases; what the other one does not have stands out by its class and its line. */
export async function drawPair(before: Machine | undefined, after: Machine | undefined): Promise<[string, string]> {
  const viz = await instance();
  const draw = (machine: Machine | undefined, other: Machine | undefined, mark: 'gone' | 'new') =>
    machine ? tidy(viz.renderString(graphOf(machine, other, mark), { format: 'svg' }), machine.id) : '';
  return [draw(before, after, 'gone'), draw(after, before, 'new')];
}

function graphOf(machine: Machine, other: Machine | undefined, mark: 'gone' | 'new'): string {
  const known = new Set(other?.transitions.flatMap(edges));
  const marked = (isKnown: boolean) => (isKnown ? 'class="kept"' : `class="${mark}", style="bold"`);
  const states = Object.entries(machine.states).map(([name, { final }]) => {
    const double = final ? ', peripheries=2' : '';
    return `${quote(name)} [${marked(other === undefined || name in other.states)}${double}]`;
  });
  const lines = machine.transitions.flatMap((transition) =>
    edges(transition).map((edge) => `${edge} [label=${quote(`  ${transition.on}  `)}, ${marked(known.has(edge))}]`),
  );
  return [
    `digraph ${quote(machine.id)} {`,
    'bgcolor="transparent"; node [shape=box, fontname="sans-serif", fontsize=13]; edge [fontname="sans-serif", fontsize=11]',
    '"" [shape=point]',
    `"" -> ${quote(machine.initial)}`,
    ...states,
    ...lines,
    '}',
  ].join('\n');
}

/** A transition as edges, which are the same where event, guard and effects are. */
function edges({ from, to, on, if: guard, effects }: Transition): string[] {
  const about = [on, guard?.text ?? '', ...effects].join(' ').replace(/[^\w. ()-]/g, ' ');
  return from.map((state) => `${quote(state)} -> ${quote(to)} /* ${about} */`);
}

function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

function tidy(svg: string, id: string): string {
  return svg
    .slice(svg.indexOf('<svg'))
    .replace('<svg', `<svg role="img" aria-label="${id.replaceAll('"', '&quot;')}: its states and transitions"`)
    .replace(/<!--.*?-->/gs, '')
    .replace(/<title>.*?<\/title>\n?/gs, '')
    .replace(/ (stroke|fill)="black"/g, '')
    .replace(/ id="[^"]*"/g, '');
}
