import type { Parts } from '#gateway/start.ts';

/** Host on which a variant is tried. */
export type VariantHost = 'base' | 'account' | 'solana' | 'arc' | 'nano' | 'test';

/** One way in which a gateway may differ from ours and still be right. */
export interface Variant {
  /** What is different; the names are distinct. */
  readonly name: string;
  /** The family that it stands in. */
  readonly family: string;
  /** The questions that leave the choice open, where the specification has them. */
  readonly questions?: readonly string[];
  /** Variants with the same choice exclude one another. */
  readonly choice: string;
  /** Hosts that can show it. */
  readonly hosts: readonly VariantHost[];
  /** Model ids by the label of the documents, as a target file has to tell them. */
  readonly models?: Readonly<Record<string, string>>;
  /** Segments of paths by the name of the documents, as a target file has to tell them. */
  readonly segments?: Readonly<Record<string, string>>;
  /** Called once a gateway, so that what it remembers is that gateway's. */
  readonly alter: (parts: Parts) => Parts;
}

/** A variant as its family writes it down. */
export type Described = Omit<Variant, 'family' | 'choice' | 'hosts'> & Partial<Pick<Variant, 'choice' | 'hosts'>>;

/** Puts a family together: its variants exclude nothing and can be seen on both hosts where they do not say so. */
export function family(name: string, variants: readonly Described[]): readonly Variant[] {
  return variants.map((variant) => ({
    choice: variant.questions?.[0] ?? `${name}: ${variant.name}`,
    hosts: ['base', 'account'],
    ...variant,
    family: name,
  }));
}
