/** A number from 0 up to 1 that depends on nothing but the words. */
export function chance(...words: readonly (string | number)[]): number {
  // FNV-1a with a final mix: short, and good enough to look random.
  let hash = 0x811c9dc5
  for (const character of words.join(' ')) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32
}

// Without vowels and look-alikes, as Kubernetes makes its own suffixes: no words come out, and none is misread.
const letters = 'bcdfghjklmnpqrstvwxz2456789'

/** Five letters that depend on nothing but the words. */
export function suffix(...words: readonly (string | number)[]): string {
  return Array.from(
    { length: 5 },
    (_, place) => letters[Math.floor(chance(...words, place) * letters.length)],
  ).join('')
}
