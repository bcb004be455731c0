import { instance } from '@viz-js/viz';
import { entitiesOf } from '../emitters/typescript/variants.ts';
import type { Machine, Model, Transition } from '../model/types.ts';
import { type PageContent, unlessEmpty } from './page.ts';

/** The page of every machine: a drawing, its states, transitions and invariants. */
export async function machinesPage(model: Model): Promise<readonly PageContent[]> {
  const viz = await instance();
  const machines = [...entitiesOf(model, (view) => view.machines)].flatMap(([, found]) => {
    const [first] = found;
    if (!first) return [];
    const svg = viz.renderString(graphOf(first.value), { format: 'svg' });
    return [{ ...sectionOf(first.value), hosts: found.map(({ view }) => view.host.id).join(', '), svg: tidy(svg) }];
  });
  return unlessEmpty(machines, {
    path: 'machines.html',
    title: 'Machines',
    template: 'machines',
    view: { machines },
  });
}

function sectionOf({ id, summary, states, transitions, always }: Machine) {
  return {
    id,
    summary,
    states: Object.entries(states).map(([name, state]) => ({ name, ...state })),
    transitions: transitions.map((each) => ({
      text: `${each.from.join(' or ')} → ${each.to}: ${labelOf(each, ', ')}`,
    })),
    always: always.map((invariant) => ({ states: invariant.in.join(' or '), holds: invariant.then.text })),
  };
}

function graphOf({ initial, states, transitions }: Machine): string {
  const nodes = Object.entries(states).map(([name, { final }]) => `${quoted(name)} [peripheries=${final ? 2 : 1}]`);
  const edges = transitions.flatMap((each) =>
    each.from.map(
      (from) =>
        `${quoted(from)} -> ${quoted(each.to)} [label=${quoted(labelOf(each, '\n').replace(/^.*$/gm, '  $&  '))}]`,
    ),
  );
  const frame =
    'bgcolor="transparent" node [shape=box, style=rounded, fontname="sans-serif"] edge [fontname="sans-serif", fontsize=11]';
  return `digraph { ${frame} "" [shape=point] "" -> ${quoted(initial)} ${[...nodes, ...edges].join('\n')} }`;
}

function labelOf({ on, if: guard, effects }: Transition, between: string): string {
  return [on, ...(guard ? [`if ${guard.text}`] : []), ...effects].join(between);
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

/** The `<svg>` alone, in the colours of the page. */
function tidy(svg: string): string {
  return svg
    .slice(svg.indexOf('<svg'))
    .replace('<svg', '<svg role="img" aria-label="States and transitions, which are listed below"')
    .replaceAll(/<title>[^<]*<\/title>/g, '')
    .replaceAll('stroke="black"', 'stroke="currentColor"')
    .replaceAll('fill="black"', 'fill="currentColor"')
    .replaceAll('<text ', '<text fill="currentColor" ');
}
