import { createRequire } from 'node:module'
import { CelError } from '../cel-error.ts'
import { matching } from '../meter.ts'
import { declare, type Overload } from '../overload.ts'
import { ArrayList, type CelValue, sizeOf } from '../values.ts'

const load = createRequire(import.meta.url)

type Regex = ReturnType<typeof import('re2js')['RE2JS']['compile']>
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
      cost: (values) => matching(sizeOf(values[0] as CelValue), sizeOf(values[1] as CelValue)),
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
  const { RE2JS, RE2JSSyntaxException } = load('re2js') as typeof import('re2js')
  try {
    return RE2JS.compile(pattern)
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    throw new CelError(error.message)
  }
}
