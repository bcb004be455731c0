import { once } from '../../common/once.ts';
import type { HostView, Model, Operation } from '../../model/types.ts';
import { pascalCase } from './names.ts';

/** One form of something that may differ between hosts, and the hosts where it has this form. */
export interface Variant<T> {
  readonly value: T;
  readonly views: readonly HostView[];
  /** Ends the names of every form but the first: `OnAccount`. */
  readonly suffix: string;
}

/** The different forms that something has on the hosts; forms with equal `key`s are one. */
export function variants<T>(
  found: readonly { readonly view: HostView; readonly value: T }[],
  key: (value: T, view: HostView) => string,
): Variant<T>[] {
  const forms = new Map<string, { value: T; views: HostView[] }>();
  for (const { view, value } of found) {
    const form = key(value, view);
    const known = forms.get(form);
    if (known) known.views.push(view);
    else forms.set(form, { value, views: [view] });
  }
  const taken = new Set<string>();
  return [...forms.values()].map(({ value, views }, index) => {
    const word = wordFor(views, taken);
    taken.add(word);
    return { value, views, suffix: index === 0 ? '' : `On${pascalCase(word)}` };
  });
}

/** A common name for some hosts: their group, if they are two or more of one group and no other form has that name; otherwise the first host. */
export function wordFor(views: readonly HostView[], taken: ReadonlySet<string> = new Set()): string {
  const [first] = views;
  const group = first?.host.group ?? '';
  const together = views.length > 1 && views.every(({ host }) => host.group === group);
  return together && !taken.has(group) ? group : (first?.host.id ?? '');
}

/** The form that applies to a host. */
export function variantOn<T>(forms: readonly Variant<T>[], view: HostView): Variant<T> | undefined {
  return forms.find(({ views }) => views.includes(view));
}

/** One operation on one host. */
export interface HostOperation {
  readonly view: HostView;
  readonly value: Operation;
}

/** Every operation of the model by id, with the hosts that serve it. */
export const operationsOf = once(({ hosts }: Model): ReadonlyMap<string, readonly HostOperation[]> => {
  const found = new Map<string, HostOperation[]>();
  for (const view of hosts) {
    for (const value of view.operations) found.set(value.id, [...(found.get(value.id) ?? []), { view, value }]);
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
});

/** Everything of one kind by id, with the hosts that have it. */
export function entitiesOf<T>(
  { hosts }: Model,
  pick: (view: HostView) => Readonly<Record<string, T>>,
): Map<string, readonly { readonly view: HostView; readonly value: T }[]> {
  const found = new Map<string, { view: HostView; value: T }[]>();
  for (const view of hosts) {
    for (const [id, value] of Object.entries(pick(view))) found.set(id, [...(found.get(id) ?? []), { view, value }]);
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}
