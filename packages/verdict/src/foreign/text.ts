const longest = 240

/** A value of foreign data as text for a person, on one line and cut where it is too long. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= longest ? line : `${cut(line)}…`
}

// A pair of surrogates is one character: half of it would be no text.
function cut(line: string): string {
  const end = longest - 1
  const last = line.charCodeAt(end - 1)
  return line.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end)
}
