import { type Code, code, join, variable } from '../../output/code.ts';

/** A statement of a check. */
export type Statement = Code | When | Assignment;

/** A statement that runs where a test is true. */
interface When {
  readonly test: Code;
  readonly then: Code;
}

/** Gives a variable, which is declared elsewhere, its value. */
interface Assignment {
  readonly assigns: string;
  readonly value: Code;
}

/** Runs one statement where a test is true. */
export function when(test: Code, then: Code): When {
  return { test, then };
}

/** Gives a variable its value. */
export function assign(name: string, value: Code): Assignment {
  return { assigns: name, value };
}

/** True for a statement that gives a variable its value. */
export function isAssignment(statement: Statement | undefined): statement is Assignment {
  return typeof statement === 'object' && 'assigns' in statement;
}

/** True for a statement that can follow `else` without braces. */
export function isWhen(statement: Statement | undefined): statement is When {
  return typeof statement === 'object' && 'test' in statement;
}

/** The code of a statement. */
export function statementCode(statement: Statement): Code {
  if (isWhen(statement)) return code`if (${statement.test}) ${statement.then}`;
  if (isAssignment(statement)) return code`${variable(statement.assigns)} = ${statement.value};`;
  return statement;
}

/** Statements one below the other. */
export function lines(statements: readonly Statement[]): Code {
  return join(statements.map(statementCode), '\n');
}

/** Statements in braces after a head such as `if (a)`, and what follows the braces. */
export function block(head: Code, statements: readonly Statement[], tail: Code = ''): Code {
  return code`${head} {\n${lines(statements)}\n}${tail}`;
}
