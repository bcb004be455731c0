/** True for headers that arrive as they are sent: visible characters of ASCII, with spaces within (RFC 9110, section 5.5). */
export function canBeHeaders(headers: unknown): boolean {
  return Object.values(Object(headers)).every((value) => /^[!-~](?:[ -~]*[!-~])?$/.test(String(value)));
}
