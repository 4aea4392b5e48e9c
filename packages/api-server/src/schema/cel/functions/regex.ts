import { patternSize } from '@sitrep/status/pattern-size'
import { compileRegex, type Regex } from '../../pattern.ts'
import { CelError } from '../cel-error.ts'
import { matching } from '../meter.ts'
import { declare, type Overload } from '../overload.ts'
import { ArrayList, type CelValue, sizeOf } from '../values.ts'

type UseRegex = (text: string, regex: Regex, limit: bigint) => CelValue

export const regexFunctions: readonly Overload[] = [
  regexFunction('.matches(string, string): bool', (text, regex) => regex.test(text)),
  regexFunction('matches(string, string): bool', (text, regex) => regex.test(text)),
  regexFunction('.find(string, string): string', (text, regex) => findAll(text, regex, 1)[0] ?? ''),
  regexFunction(
    '.findAll(string, string): list(string)',
    (text, regex) => new ArrayList(findAll(text, regex, -1)),
  ),
  regexFunction('.findAll(string, string, int): list(string)', (text, regex, limit) => {
    return new ArrayList(findAll(text, regex, Number(limit)))
  }),
]

/** A function of a text and a pattern. A pattern that is a literal is compiled once. */
function regexFunction(signature: string, use: UseRegex): Overload {
  return declare(
    signature,
    (text: string, pattern: string, limit: bigint) => use(text, compile(pattern), limit),
    {
      cost: (values) => matching(sizeOf(values[0] as CelValue), lengthOf(values[1] as CelValue)),
      prepare: ([, pattern]) => {
        if (typeof pattern !== 'string') return undefined
        const regex = compile(pattern)
        return (text, _, limit) => use(text as string, regex, limit as bigint)
      },
    },
  )
}

function findAll(text: string, regex: Regex, limit: number): readonly string[] {
  const matcher = regex.matcher(text)
  const found: string[] = []
  while (found.length !== limit && matcher.find()) found.push(matcher.group() ?? '')
  return found
}

/** Matching takes time linear in the text, whatever the pattern. */
function compile(pattern: string): Regex {
  try {
    return compileRegex(pattern)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new CelError(error.message)
  }
}

/** What is written out when it is prepared costs as if it had been written so; as much as is usual is free, as in cel-go. */
function lengthOf(pattern: CelValue): number {
  return typeof pattern === 'string'
    ? Math.max(sizeOf(pattern), patternSize(pattern) - 1_000)
    : sizeOf(pattern)
}
