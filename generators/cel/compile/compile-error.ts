/** A formula that no exact TypeScript can be written for; the message names the formula and the reason. */
export class CompileError extends Error {
  /** The text of the formula, once it is known. */
  readonly formula?: string;

  constructor(message: string, formula?: string) {
    super(message);
    this.name = 'CompileError';
    if (formula !== undefined) this.formula = formula;
  }
}
