import type { Reason, RowOutcome, RowSources, Rule, Text } from '@sitrep/conditions'

/** The same rows, asked about a part of the facts. */
export function on<Facts, Part>(
  part: (facts: Facts) => Part,
  rows: readonly Rule<Part>[],
): readonly Rule<Facts>[] {
  return rows.map(([words, guard, outcome, sources]) => {
    const row = [words, (facts: Facts) => guard(part(facts)), outcomeOn(part, outcome)] as const
    return sources === undefined ? row : [...row, sourcesOn(part, sources)]
  })
}

function outcomeOn<Facts, Part>(part: (facts: Facts) => Part, outcome: RowOutcome<Part>): RowOutcome<Facts> {
  switch (outcome.outcome) {
    case 'keep':
    case 'absent':
      return outcome
    case 'report':
      return { ...outcome, from: (facts) => outcome.from(part(facts)) }
    case 'set':
      return { ...outcome, reason: reasonOn(part, outcome.reason), message: textOn(part, outcome.message) }
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
