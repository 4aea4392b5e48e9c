const lineFeed = 10
const asterisk = 42

/**
 * Puts a message behind a bullet's colon: a plain line on the same line, a list or several lines below and deeper.
 * Lines that are no bullets become bullets, and bullets below them move one level further in.
 */
export function indent(message: string): string {
  const bulleted = hasBullet(message, 0, message.length)
  if (!bulleted && !message.includes('\n')) return ` ${message}`
  const lines = message.split('\n')
  const bullets = lines.map((line) => hasBullet(line, 0, line.length))
  if (bullets.every(Boolean)) return `\n${lines.map((line) => `  ${line}`).join('\n')}`
  return `\n${lines.map((line, i) => (bullets[i] ? `    ${line}` : `  * ${line}`)).join('\n')}`
}

// An asterisk before a blank anywhere counts, as upstream's unanchored pattern does; only ASCII blanks do.
function hasBullet(text: string, from: number, to: number): boolean {
  for (let i = text.indexOf('*', from); i >= 0 && i + 1 < to; i = text.indexOf('*', i + 1)) {
    if (text.charCodeAt(i) === asterisk && isBlank(text.charCodeAt(i + 1))) return true
  }
  return false
}

function isBlank(unit: number): boolean {
  return unit === 32 || unit === 9 || unit === lineFeed || unit === 12 || unit === 13
}
