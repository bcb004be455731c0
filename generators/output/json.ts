/** Columns of a line. */
const maxColumns = 120;

/**
 * Lays JSON out as the formatter does: a list or object that fits on a line stands on one.
 *
 * The descriptions of hosts are large and only data, so that a formatter would spend most of its time on them.
 */
export function printJson(value: unknown): string {
  const lines: string[] = [];
  // Where in `lines` each list or object begins that has not ended, and whether it may still stand on one line.
  const open: { readonly start: number; isShort: boolean }[] = [];
  const text = JSON.stringify(value, null, 2);
  const plain = text.includes('e+') ? text.replaceAll(exponents, '$1') : text;
  // No string of JSON breaks a line, so that a line which ends in a bracket begins a list or object.
  for (const line of plain.split('\n')) {
    const last = line.charCodeAt(line.length - 1);
    if (last === brace || last === bracket) {
      open.push({ start: lines.push(line) - 1, isShort: true });
      continue;
    }
    lines.push(line);
    if (!closes(line)) continue;
    const { start, isShort } = open.pop() ?? { start: 0, isShort: false };
    const short = isShort ? joined(lines, start) : undefined;
    if (short !== undefined) lines.splice(start, lines.length, short);
    else {
      fill(lines, start);
      const outer = open.at(-1);
      if (outer) outer.isShort = false;
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Numbers with an exponent that has a sign it does not need. */
const exponents = /^( *(?:"(?:[^"\\]|\\.)*": )?-?\d[\d.]*e)\+/gm;

const brace = '{'.charCodeAt(0);
const bracket = '['.charCodeAt(0);
const closing = new Set(['}', ']', '},', '],']);

/** True for a line that has nothing but the end of a list or object. */
function closes(line: string): boolean {
  const last = line.at(line.endsWith(',') ? -2 : -1);
  return (last === '}' || last === ']') && closing.has(line.trimStart());
}

/** The lines from one on as a single one, unless that is too long. */
function joined(lines: readonly string[], start: number): string | undefined {
  const first = lines[start] ?? '';
  const space = first.endsWith('{') ? ' ' : '';
  let text = first;
  for (let index = start + 1; index < lines.length; index += 1) {
    const line = lines[index]?.trimStart() ?? '';
    text += (index === start + 1 || index === lines.length - 1 ? space : ' ') + line;
    if (text.length > maxColumns) return undefined;
  }
  return columns(text) > maxColumns ? undefined : text;
}

const number = /^ *-?\d[^"]*$/;

/** Puts the numbers of a list that is too long side by side, as many as fit. */
function fill(lines: string[], start: number): void {
  // Most begin with something else, and need not be copied to see that.
  if (!number.test(lines[start + 1] ?? '')) return;
  const inner = lines.slice(start + 1, -1);
  if (!inner.every((line) => number.test(line))) return;
  const filled: string[] = [];
  for (const line of inner) {
    const before = filled.at(-1);
    const longer = `${before} ${line.trimStart()}`;
    if (before === undefined || longer.length > maxColumns) filled.push(line);
    else filled[filled.length - 1] = longer;
  }
  lines.splice(start + 1, inner.length, ...filled);
}

/** Characters that take two columns and count as one. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]/g;

function columns(text: string): number {
  return text.length + (text.match(wide)?.length ?? 0);
}
