/** Orders texts by code point, as Go orders their UTF-8 bytes. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at)
    const right = b.charCodeAt(at)
    if (left === right) continue
    // Surrogates stand for code points above all others, though their own numbers are lower than some.
    const byRank = Number(isSurrogate(left)) - Number(isSurrogate(right))
    return byRank !== 0 ? byRank : left - right
  }
  return a.length - b.length
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}
