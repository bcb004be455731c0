/** A declaration of an emitted module, with the code inside it as text. All are exported. */
export type Declaration = {
  readonly name: string;
  /** Text of the comment above it. */
  readonly doc: string;
} & (
  | { readonly is: 'type'; readonly type: string }
  | { readonly is: 'const'; readonly initializer: string }
  | {
      readonly is: 'function';
      readonly parameters: readonly { readonly name: string; readonly type: string }[];
      readonly returns: string;
      readonly body: string;
    }
);
