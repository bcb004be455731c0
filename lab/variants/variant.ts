import type { Alteration } from '#gateway/start.ts';

/** Hosts on which variants are tried. */
export const everyHost = ['base', 'account', 'solana', 'arc', 'nano', 'test'] as const;

/** Host on which a variant is tried. */
export type VariantHost = (typeof everyHost)[number];

/** One way in which a gateway may differ from ours and still be right. */
export interface Variant {
  /** The difference from our gateway, as a unique name. */
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
  /** Called once for each gateway, so its state belongs to that gateway. */
  readonly alter: Alteration;
}

/** A variant as its family defines it: by default it excludes no other, and is tried on the hosts of its family. */
export type VariantDefinition = Omit<Variant, 'family' | 'choice' | 'hosts'> &
  Partial<Pick<Variant, 'choice' | 'hosts'>>;

/** Defines the variants of one family, by default for both main hosts. */
export function defineVariants(
  family: string,
  variants: readonly VariantDefinition[],
  hosts: readonly VariantHost[] = ['base', 'account'],
): readonly Variant[] {
  return variants.map((variant) => ({
    choice: variant.questions?.[0] ?? `${family}: ${variant.name}`,
    hosts,
    ...variant,
    family,
  }));
}
