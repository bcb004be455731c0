import type { Change as Edit } from '../fixtures/tiny.ts';
import type { JsonSchema } from '../model/types.ts';
import type { Figure, Levels, PriceShift } from './change.ts';
import type { Scope, Scopes } from './entities.ts';
import type { ComparedOperation, ComparedView, Side } from './side.ts';
import type { RenamedField, Witness } from './witness.ts';

/** The sides of a comparison, and where in them two things stand. */
export interface Context {
  readonly before: Side;
  readonly after: Side;
  /** The host in both releases; absent for what belongs to no host. */
  readonly host?: {
    readonly id: string;
    readonly before: ComparedView;
    /** It has the fields of `renamed` under their older names. */
    readonly after: ComparedView;
    /** Ids of the operations that have what differs in a pair of named schemas. */
    operationsOf?(cause: string): readonly string[];
    /** Renamed fields by the ids of their operations, of either release. */
    readonly renamed?: ReadonlyMap<string, readonly RenamedField[]>;
  };
  /** The operation in both releases, for what belongs to one. */
  readonly operation?: { readonly before: ComparedOperation; readonly after: ComparedOperation };
}

/** A difference that a kind of change found. */
export interface ChangeDetails {
  /** One sentence without a full stop. */
  readonly sentence: string;
  /** A clause about its effect on this host, such as another price. */
  readonly consequence?: string;
  /** Levels that differ from those of the kind. */
  readonly levels?: Partial<Levels>;
  /** Why its levels are what they are, where the reason of the kind is not it. */
  readonly reason?: string;
  /** The parts that it covers; all parts of the kind if absent. */
  readonly parts?: readonly string[];
  /** Entry in which it stands, as `service/tiny`; that of the thing if absent. */
  readonly entry?: string;
  /** Path to the value within its entry, for the line; the first part if absent. */
  readonly path?: readonly string[];
  readonly witness?: Witness;
  readonly figure?: Figure;
  readonly shift?: PriceShift;
  /** Its cause, where changes of other things have the same one. */
  readonly cause?: string;
  /** Ids of the operations that it concerns, where they are several. */
  readonly operations?: readonly string[];
  /** Statements and rules beside those of the thing itself. */
  readonly statements?: readonly string[];
  readonly rules?: readonly string[];
  readonly advice?: string;
}

/** Parts that are written differently and mean the same, with the reason for it. */
export interface EquivalentParts {
  readonly same: readonly string[];
  readonly by: string;
}

/** Parts whose difference follows from a change that is reported once for all that it touches. */
export interface ImpliedParts {
  readonly implied: readonly string[];
  /** Kind of that change. */
  readonly by: string;
}

/** The results of `find` of a kind. */
export type KindResult = ChangeDetails | EquivalentParts | ImpliedParts;

/** A pair of specifications that differ in one change of a kind, as edits of the small specification of the tests. */
export interface Example {
  /** Edits that both have. */
  readonly given?: Readonly<Record<string, Edit>>;
  /** Edits that only the newer one has. */
  readonly edit: Readonly<Record<string, Edit>>;
  /** A query parameter of an OpenAPI description before and after, for what a specification cannot express. */
  readonly parameter?: readonly [before: JsonSchema, after: JsonSchema];
  /** An OpenAPI description before and after, for what no parameter can show either. */
  readonly described?: readonly [before: JsonSchema, after: JsonSchema];
  /** Further kinds that are found. */
  readonly also?: readonly string[];
  /** Kinds that are found in the other direction. Default: the same kind, or the other kind of a pair. */
  readonly back?: readonly string[];
  /** True for the second kind of a pair: its older specification is the edited one. */
  readonly isReversed?: boolean;
}

interface Frame<S extends Scope> {
  readonly id: string;
  readonly scope: S;
  /** The change in a few words, for the catalogue. */
  readonly title: string;
  /** Parts of the thing that it covers; `*` for all. */
  readonly parts: readonly string[];
  readonly levels: Levels;
  /** Why the levels are what they are. */
  readonly reason: string;
  /** The action that the reader should take. */
  readonly advice: string;
  readonly example: Example;
}

/** Finds a kind of change in a thing that only one of the releases has. */
interface FindsThing<S extends Scope> {
  find(thing: Scopes[S], context: Context): Iterable<KindResult>;
}

/** Finds a kind of change in a thing that both releases have. */
interface FindsChange<S extends Scope> {
  find(before: Scopes[S], after: Scopes[S], context: Context): Iterable<KindResult>;
}

/** A kind of change of a thing that only one of the releases has. */
type ThingKind<S extends Scope> = Frame<S> & FindsThing<S> & { readonly when: 'added' | 'removed' };

/** A kind of change of a thing that both releases have. */
type ChangedKind<S extends Scope> = Frame<S> & FindsChange<S> & { readonly when?: 'changed' };

/** One kind of change: a lint over two releases. */
export type Kind<S extends Scope = Scope> = ThingKind<S> | ChangedKind<S>;

/** A kind of change whose scope was checked when it was defined. */
export interface AnyKind extends Frame<Scope> {
  readonly when: 'added' | 'removed' | 'changed';
  run(before: unknown, after: unknown, context: Context): Iterable<KindResult>;
}

/** Defines a kind of change. */
export function defineKind<S extends Scope>(kind: Kind<S>): AnyKind {
  return {
    ...kind,
    when: kind.when ?? 'changed',
    // The comparison passes things of the kind's own scope; `Scopes` ties the two together.
    run: (before, after, context) =>
      isOfThing(kind)
        ? kind.find((kind.when === 'added' ? after : before) as Scopes[S], context)
        : kind.find(before as Scopes[S], after as Scopes[S], context),
  };
}

function isOfThing<S extends Scope>(kind: Kind<S>): kind is ThingKind<S> {
  return kind.when === 'added' || kind.when === 'removed';
}

/** The part of a kind that differs from the kind that mirrors it. */
type Half<S extends Scope> = Pick<Frame<S>, 'id' | 'title' | 'levels' | 'reason' | 'advice'>;

/** Two kinds of change that mirror each other, such as raised and lowered. */
interface Mirrored<S extends Scope> extends Pick<Frame<S>, 'scope' | 'parts'> {
  /** The kind that is found in the example. */
  readonly forward: Half<S> & FindsChange<S>;
  /** The kind that is found in the example from its newer to its older specification. */
  readonly backward: Half<S> & FindsChange<S>;
  readonly example: Example;
}

/** Defines two kinds of change that mirror each other. */
export function defineMirrored<S extends Scope>({ forward, backward, example, ...shared }: Mirrored<S>): AnyKind[] {
  const [there, back] = bothWays(example, forward.id, backward.id);
  return [
    defineKind<S>({ ...shared, ...forward, example: there }),
    defineKind<S>({ ...shared, ...backward, example: back }),
  ];
}

/** Two kinds of change: a thing is added, or removed. */
interface AddedAndRemoved<S extends Scope> extends Pick<Frame<S>, 'scope'> {
  readonly added: Half<S> & FindsThing<S>;
  readonly removed: Half<S> & FindsThing<S>;
  /** The newer specification of the example has the thing. */
  readonly example: Example;
}

/** Defines two kinds of change: a thing is added, or removed. */
export function defineAddedAndRemoved<S extends Scope>(pair: AddedAndRemoved<S>): AnyKind[] {
  const { scope, added, removed, example } = pair;
  const [there, back] = bothWays(example, added.id, removed.id);
  return [
    defineKind<S>({ ...added, scope, when: 'added', parts: ['*'], example: there }),
    defineKind<S>({ ...removed, scope, when: 'removed', parts: ['*'], example: back }),
  ];
}

/** Two kinds of change of a value that has an order: it is raised, or lowered. */
interface RaisedAndLowered<S extends Scope> extends Pick<Frame<S>, 'scope' | 'parts'> {
  /** The value, as a number; `undefined` where the thing has none, so that neither kind is found. */
  measure(thing: Scopes[S]): number | undefined;
  readonly raised: Half<S>;
  readonly lowered: Half<S>;
  /** Describes the change of a value that is raised or lowered. */
  find(before: Scopes[S], after: Scopes[S], context: Context): Iterable<KindResult>;
  /** The newer specification of the example has the larger value. */
  readonly example: Example;
}

/** Defines two kinds of change of a value that has an order: it is raised, or lowered. */
export function defineRaisedAndLowered<S extends Scope>(pair: RaisedAndLowered<S>): AnyKind[] {
  const { measure, find, raised, lowered, ...shared } = pair;
  const rise = (before: Scopes[S], after: Scopes[S]) =>
    (measure(after) ?? Number.NaN) - (measure(before) ?? Number.NaN);
  return defineMirrored<S>({
    ...shared,
    forward: {
      ...raised,
      find: (before, after, context) => (rise(before, after) > 0 ? find(before, after, context) : []),
    },
    backward: {
      ...lowered,
      find: (before, after, context) => (rise(before, after) < 0 ? find(before, after, context) : []),
    },
  });
}

/** The examples of two kinds that mirror each other, made from the one that they share. */
export function bothWays(example: Example, forward: string, backward: string): [there: Example, back: Example] {
  const { also = [], back = [backward] } = example;
  return [
    { ...example, back },
    { ...example, isReversed: true, also: back.filter((id) => id !== backward), back: [forward, ...also] },
  ];
}
