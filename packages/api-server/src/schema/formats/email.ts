const atom = /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~\u0080-\u{10ffff}]+$/u
const quotedLocal = /^"(?:[^"\\\r\n]|\\[^\r\n])*"$/
const domainLiteral = /^\[[0-9A-Fa-f.:]+\]$/

/** An address as Go's `mail.ParseAddress` takes it: `a@b.c`, or with a name, `Ann <a@b.c>`. */
export function isEmail(text: string): boolean {
  const trimmed = withoutComment(text.trim())
  const angle = /^(.*)<([^<>]*)>$/s.exec(trimmed)
  if (!angle) return isAddress(trimmed)
  return isDisplayName((angle[1] ?? '').trim()) && isAddress((angle[2] ?? '').trim())
}

/** Looked for from the end: a pattern would look for its beginning at each of many spaces. */
function withoutComment(text: string): string {
  const open = text.lastIndexOf('(')
  const closed = text.endsWith(')') && open >= 0 && text.indexOf(')', open) === text.length - 1
  return closed ? text.slice(0, open).trim() : text
}

function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at <= 0) return false
  const local = text.slice(0, at)
  const domain = text.slice(at + 1)
  return (isDotAtom(local) || quotedLocal.test(local)) && (isDotAtom(domain) || domainLiteral.test(domain))
}

function isDotAtom(text: string): boolean {
  return text.split('.').every((part) => atom.test(part))
}

function isDisplayName(text: string): boolean {
  if (text === '' || quotedLocal.test(text)) return true
  return text.split(/\s+/).every((word) => isDotAtom(word.replace(/\.$/, '')) || quotedLocal.test(word))
}
