/** More than any expression needs that somebody wrote by hand, and few enough to be prepared within milliseconds. */
export const maxPatternSize = 10_000

/**
 * How many steps a regular expression of RE2 becomes when it is prepared, or somewhat more. What is counted in braces is written
 * out, so that a few letters become hundreds of thousands of steps, each of which takes half a kilobyte.
 */
export function patternSize(source: string): number {
  const outer: number[] = []
  let [size, last] = [0, 0]
  for (let at = 0; at < source.length; at++) {
    const character = source[at]
    if (character === '(') {
      outer.push(size)
      size = 0
      last = 0
      continue
    }
    const counted = character === '{' ? repetition(source, at) : undefined
    if (counted !== undefined) {
      size += last * (counted.times - 1)
      last *= counted.times
      at = counted.end
      continue
    }
    last = character === ')' ? size + 2 : 1
    size = character === ')' ? (outer.pop() ?? 0) + last : size + 1
    if (character === '\\') at = endOfEscape(source, at)
    if (character === '[') at = endOfClass(source, at)
  }
  return outer.reduce((sum, each) => sum + each, size)
}

const braces = /\{(\d{1,9})(?:,(\d{0,9}))?\}/y

/** `{n}`, `{n,}` or `{n,m}`: how often it repeats what stands before it, and where it ends. */
function repetition(
  source: string,
  at: number,
): { readonly times: number; readonly end: number } | undefined {
  braces.lastIndex = at
  const found = braces.exec(source)
  if (found === null) return undefined
  return { times: Math.max(1, Number(found[1]) + 1, Number(found[2] ?? 0)), end: at + found[0].length - 1 }
}

/** `\\Q…\\E` are characters as they stand, and `\\x{…}` is one by its number. */
function endOfEscape(source: string, at: number): number {
  const close = source.startsWith('\\Q', at) ? '\\E' : source.startsWith('\\x{', at) ? '}' : ''
  if (close === '') return at + 1
  const end = source.indexOf(close, at)
  return end < 0 ? source.length : end + close.length - 1
}

/** A bracket that comes first is one of the characters. */
function endOfClass(source: string, open: number): number {
  const first = source[open + 1] === '^' ? open + 2 : open + 1
  for (let at = first + 1; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === ']') return at
  }
  return source.length
}
