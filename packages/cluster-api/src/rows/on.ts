import type { Reason, RowSources, RowVerdict, Rule, Text } from '@sitrep/conditions'

/** The same rows, asked about a part of the facts. */
export function on<Facts, Part>(
  part: (facts: Facts) => Part,
  rows: readonly Rule<Part>[],
): readonly Rule<Facts>[] {
  return rows.map(([words, guard, verdict, sources]) => {
    const row = [words, (facts: Facts) => guard(part(facts)), verdictOn(part, verdict)] as const
    return sources === undefined ? row : [...row, sourcesOn(part, sources)]
  })
}

function verdictOn<Facts, Part>(part: (facts: Facts) => Part, verdict: RowVerdict<Part>): RowVerdict<Facts> {
  switch (verdict.verdict) {
    case 'keep':
    case 'absent':
      return verdict
    case 'report':
      return { ...verdict, from: (facts) => verdict.from(part(facts)) }
    case 'set':
      return { ...verdict, reason: reasonOn(part, verdict.reason), message: textOn(part, verdict.message) }
  }
}

function textOn<Facts, Part>(part: (facts: Facts) => Part, text: Text<Part>): Text<Facts> {
  return typeof text === 'string' ? text : (facts) => text(part(facts))
}

function reasonOn<Facts, Part>(part: (facts: Facts) => Part, reason: Reason<Part>): Reason<Facts> {
  if (typeof reason !== 'object') return textOn(part, reason)
  return { ...reason, pick: (facts) => reason.pick(part(facts)) }
}

function sourcesOn<Facts, Part>(part: (facts: Facts) => Part, sources: RowSources<Part>): RowSources<Facts> {
  return typeof sources === 'function' ? (facts) => sources(part(facts)) : sources
}
