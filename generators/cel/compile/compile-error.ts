/** A formula that no exact TypeScript can be written for; the message names the formula and the reason. */
export class CompileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CompileError';
  }
}
