/**
 * Orders texts as their UTF-8 bytes would be ordered, which is how Go compares strings.
 * UTF-16 order differs where a surrogate meets a character from U+E000 on, so those are lifted.
 */
export function compareBytes(a: string, b: string): number {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) {
    const left = a.charCodeAt(i)
    const right = b.charCodeAt(i)
    if (left !== right) return liftSurrogate(left) - liftSurrogate(right)
  }
  return a.length - b.length
}

function liftSurrogate(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}

/** How many bytes a text takes as UTF-8; half a surrogate pair counts as the replacement character. */
export function byteLength(text: string): number {
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) continue
    if (unit < 0x800) bytes += 1
    else if (startsPair(text, i)) {
      bytes += 2
      i++
    } else bytes += 2
  }
  return bytes
}

/** Whether the unit at this place and the next one form a character together. */
export function startsPair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  if (unit < 0xd800 || unit > 0xdbff) return false
  const next = text.charCodeAt(at + 1)
  return next >= 0xdc00 && next <= 0xdfff
}
