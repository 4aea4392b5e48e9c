import { Buffer } from 'node:buffer'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRefusal, type Parser } from './parsers.testing.ts'

const corpus = join(import.meta.dirname, '..', '..', 'fuzz')

/** The kept inputs of a parser, by file name. */
export function seedsOf({ name }: Parser): readonly (readonly [file: string, bytes: Buffer])[] {
  const folder = join(corpus, name)
  return readdirSync(folder)
    .sort()
    .map((file) => [file, readFileSync(join(folder, file))])
}

/** Keeps an input for ever, and says where. */
export function keepSeed({ name }: Parser, bytes: Buffer, seed: number): string {
  mkdirSync(join(corpus, name), { recursive: true })
  const file = join(corpus, name, `found-${seed}`)
  writeFileSync(file, bytes)
  return file
}

/** What went wrong with an input: nothing where it was read or refused. */
export async function mistakeWith({ parse }: Parser, bytes: Buffer): Promise<unknown> {
  try {
    await parse(bytes)
    return undefined
  } catch (error) {
    return isRefusal(error) ? undefined : (error ?? new TypeError('nothing was thrown'))
  }
}

// What readers of text trip over; single bytes come besides.
const tokens = [
  ...[
    '{',
    '}',
    '[',
    ']',
    '(',
    ')',
    '"',
    "'",
    '`',
    ':',
    ': ',
    '- ',
    ', ',
    '=',
    '==',
    '!=',
    '&',
    '*',
    '&a',
    '*a',
    '<<: ',
  ],
  ...[
    '---\n',
    '...\n',
    '\n',
    '\r\n',
    '\t',
    '\0',
    '|',
    '>',
    '|-\n',
    '#',
    '%YAML 1.2\n',
    '!!binary ',
    '!!merge ',
    '? ',
  ],
  ...[
    'null',
    '~',
    'true',
    '1e999',
    '-0',
    '0x10',
    '0o7',
    '.inf',
    '9'.repeat(400),
    '2026-13-45',
    '__proto__',
    'constructor',
  ],
  ...[
    '\ufeff',
    '\u2028',
    '\ud83d',
    '\u202e',
    '\u001b[2J',
    '日',
    'é',
    '\\',
    '\\u',
    '\\ud800',
    '$',
    '@',
    '.',
    '..',
    '?',
    '/',
  ],
  ...[
    'kind',
    'metadata',
    'status',
    'conditions',
    'type',
    'name',
    'spec',
    'items',
    'List',
    'Ready',
    '[*]',
    '[?(@.a)]',
  ],
]

/** Numbers that look random and are the same for the same seed. */
export function numbersOf(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** An input made from kept ones: cut, glued, repeated, with tokens and bytes strewn in. The same seed makes the same. */
export function mutant(seeds: readonly Buffer[], seed: number): Buffer {
  const below = numbersOf(seed)
  const pick = (): Buffer => seeds[below(seeds.length)] ?? Buffer.alloc(0)
  let bytes = Buffer.from(pick())
  for (let left = 1 + below(6); left > 0; left--) {
    const [from, to] = [below(bytes.length + 1), below(bytes.length + 1)].sort((a, b) => a - b) as [
      number,
      number,
    ]
    const [before, middle, rest] = [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(to)]
    const change = below(6)
    const other = pick()
    if (change === 0) bytes = Buffer.concat([before, rest])
    else if (change === 1)
      bytes = Buffer.concat([before, Buffer.from(tokens[below(tokens.length)] ?? ''), middle, rest])
    else if (change === 2) bytes = Buffer.concat([before, middle, middle, rest])
    else if (change === 3) bytes = Buffer.concat([before, other.subarray(below(other.length + 1)), rest])
    else if (change === 4)
      bytes = Buffer.concat([before, Buffer.alloc(below(200), tokens[below(tokens.length)] || 'a'), rest])
    else if (bytes.length > 0) bytes[below(bytes.length)] = below(256)
    if (bytes.length > longest) bytes = bytes.subarray(0, longest)
  }
  return bytes
}

const longest = 20_000

/** How many times the work grew when the input grew four times: about 4 where it is linear, 16 where it is quadratic. */
export async function growthOf(
  parser: Parser,
  grown: (size: number) => string,
  size: number,
): Promise<number> {
  const small = await leastCpuMs(parser, Buffer.from(grown(size)))
  const large = await leastCpuMs(parser, Buffer.from(grown(size * 4)))
  // What is too short to be measured tells nothing about its growth.
  return large < 20 ? 0 : large / Math.max(small, 1)
}

async function leastCpuMs(parser: Parser, bytes: Buffer): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let left = 3; left > 0; left--) {
    const start = process.cpuUsage()
    await mistakeWith(parser, bytes)
    const { user, system } = process.cpuUsage(start)
    least = Math.min(least, (user + system) / 1_000)
    if (least < 5) break
  }
  return least
}
