/** Random, but the same at every run of the same seed. */
export type Random = (limit: number) => number

export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

export const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[random(items.length)] as Item

// What parsers of all kinds stumble over.
const pieces = [
  ...[
    '',
    '\0',
    '\u0001',
    '\t',
    '\n',
    ' ',
    '\\',
    '"',
    "'",
    '`',
    '%',
    '%00',
    '%ff',
    '&',
    '*',
    '#',
    '~',
    '/',
    '//',
    '../',
  ],
  ...[
    '{',
    '}',
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    ',',
    ':',
    ';',
    '=',
    '!=',
    '|',
    '||',
    '&&',
    '?',
    '.',
    '..',
    '-',
    '- ',
    '+',
    '@',
    '$',
  ],
  ...[
    '0',
    '-0',
    '1e999',
    '9223372036854775808',
    '0x',
    'NaN',
    '.inf',
    'null',
    'true',
    '__proto__',
    'constructor',
    'a',
    'ü',
    '🦆',
  ],
  ...[
    '\\u',
    '\\ud800',
    '\ud800',
    '\ufeff',
    '\u202e',
    '<<: *a',
    '&a ',
    '*a',
    '!!',
    '---\n',
    '? ',
    'x'.repeat(300),
    '['.repeat(50),
  ],
]

/** A text near one of the seeds: parts left out, repeated, put in, or taken from another one. */
export function mutated(random: Random, seeds: readonly string[]): string {
  let text = pick(random, seeds)
  for (let step = random(4); step >= 0; step--) {
    const [a, b] = [random(text.length + 1), random(text.length + 1)].sort((x, y) => x - y) as [
      number,
      number,
    ]
    switch (random(5)) {
      case 0:
        text = text.slice(0, a) + text.slice(b)
        break
      case 1:
        text = text.slice(0, b) + text.slice(a, b).repeat(1 + random(5)) + text.slice(b)
        break
      case 2: {
        const other = pick(random, seeds)
        text = text.slice(0, a) + other.slice(random(other.length + 1))
        break
      }
      default:
        text = text.slice(0, a) + pick(random, pieces) + text.slice(a)
    }
    // Repetition of repetitions grows without end, and short texts find as much.
    text = text.slice(0, 3000)
  }
  return text
}
