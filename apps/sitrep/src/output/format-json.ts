// What could move a cursor, hide or turn round text: controls but line ends and tabs, bidi and invisible formatting, line separators, halves
// of characters, tags. Some of it JSON escapes by itself, and YAML does not.
const hostile =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\udb40[\udc00-\udc7f]/g

/** Whether a text holds what must not reach a terminal as it is. */
export const isHostile = (text: string): boolean => text.search(hostile) !== -1

/** Writes hostile characters as JSON and YAML write them in quotes. What is read back is the same. */
export const escapeHostile = (text: string): string =>
  text.replace(hostile, (found) =>
    Array.from(
      { length: found.length },
      (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  )

/** A value as JSON that is harmless on a terminal too; on one line, or over several for people. */
export const formatJson = (value: unknown, form: 'line' | 'lines' = 'lines'): string =>
  escapeHostile(JSON.stringify(value, undefined, form === 'lines' ? 2 : undefined) ?? 'null')
