import type { Change as Edit } from '../fixtures/tiny.ts';
import type { JsonSchema } from '../model/types.ts';
import type { Figure, Levels } from './change.ts';
import type { Scope, Scopes } from './entities.ts';
import type { ComparedOperation, ComparedView, Side } from './side.ts';
import type { RenamedField, Witness } from './witness.ts';

/** What a kind of change knows beside the two things it compares. */
export interface Context {
  readonly before: Side;
  readonly after: Side;
  /** The host in both releases; absent for what belongs to no host. */
  readonly host?: {
    readonly id: string;
    readonly before: ComparedView;
    /** It has the fields of `renamed` under their older names. */
    readonly after: ComparedView;
    /** Renamed fields by the ids of their operations, of either release. */
    readonly renamed?: ReadonlyMap<string, readonly RenamedField[]>;
  };
  /** The operation in both releases, for what belongs to one. */
  readonly operation?: { readonly before: ComparedOperation; readonly after: ComparedOperation };
}

/** What a kind of change found. */
export interface Finding {
  /** One sentence without a full stop. */
  readonly sentence: string;
  /** What follows from it on this host, as a clause: another price. */
  readonly consequence?: string;
  /** Levels that differ from those of the kind. */
  readonly levels?: Partial<Levels>;
  /** What it accounts for, where that is not all that the kind is about. */
  readonly parts?: readonly string[];
  /** Entry in which it stands, as `service/tiny`; that of the thing if absent. */
  readonly entry?: string;
  /** Path to the value within its entry, for the line; the first part if absent. */
  readonly path?: readonly string[];
  readonly witness?: Witness;
  readonly figure?: Figure;
  /** Statements and rules beside those of the thing itself. */
  readonly statements?: readonly string[];
  readonly rules?: readonly string[];
  readonly advice?: string;
}

/** Parts that are written differently and mean the same, and how that is known. */
export interface Same {
  readonly same: readonly string[];
  readonly by: string;
}

/** Parts whose difference follows from a change that is reported once for all that it touches. */
export interface Implied {
  readonly implied: readonly string[];
  /** Kind of that change. */
  readonly by: string;
}

/** What `find` of a kind yields. */
export type Found = Finding | Same | Implied;

/** A pair of specifications that differ in one change of a kind, as edits of the small specification of the tests. */
export interface Example {
  /** Edits that both have. */
  readonly given?: Readonly<Record<string, Edit>>;
  /** Edits that only the newer one has. */
  readonly edit: Readonly<Record<string, Edit>>;
  /** A query parameter of an OpenAPI description before and after, for what no specification says. */
  readonly parameter?: readonly [before: JsonSchema, after: JsonSchema];
  /** Further kinds that the change is of. */
  readonly also?: readonly string[];
  /** Kinds that the change from the newer to the older one is of; empty where it is no change. */
  readonly back: readonly string[];
}

interface Frame<S extends Scope> {
  readonly id: string;
  readonly scope: S;
  /** What happened, in a few words: the heading in the catalogue. */
  readonly title: string;
  /** Parts of the thing that it accounts for. `*` stands for all. */
  readonly parts: readonly string[];
  readonly levels: Levels;
  /** Why the levels are what they are. */
  readonly reason: string;
  /** What to do about it. */
  readonly advice: string;
  readonly example: Example;
}

/** One kind of change: a lint over two releases. */
export type Kind<S extends Scope = Scope> = Frame<S> &
  (
    | { readonly when: 'added' | 'removed'; find(thing: Scopes[S], context: Context): Iterable<Found> }
    | { readonly when: 'changed'; find(before: Scopes[S], after: Scopes[S], context: Context): Iterable<Found> }
  );

/** A kind of change whose scope was checked when it was defined. */
export interface AnyKind extends Frame<Scope> {
  readonly when: 'added' | 'removed' | 'changed';
  run(before: unknown, after: unknown, context: Context): Iterable<Found>;
}

/** Defines a kind of change. */
export function defineKind<S extends Scope>(kind: Kind<S>): AnyKind {
  return {
    ...kind,
    // The comparison passes things of the kind's own scope; `Scopes` ties the two together.
    run: (before, after, context) =>
      kind.when === 'changed'
        ? kind.find(before as Scopes[S], after as Scopes[S], context)
        : kind.find((kind.when === 'added' ? after : before) as Scopes[S], context),
  };
}
