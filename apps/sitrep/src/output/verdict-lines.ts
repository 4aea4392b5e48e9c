import { type Line, span } from '@sitrep/present'
import type { Evidence, Verdict } from '@sitrep/verdict'
import { wordSpan } from './verdict-meaning.ts'

const mostEvidence = 12

/** How an object is judged, where no definition of Sitrep decides its conditions; for those who want more, by which rule and evidence. */
export function verdictLines(verdict: Verdict, verbose: boolean): readonly Line[] {
  return [[span(verdict.sentence, 'heading')], ...(verbose ? evidenceLines(verdict) : [])]
}

function evidenceLines(verdict: Verdict): readonly Line[] {
  const { rule, evidence, generic, contract } = verdict
  const shown = evidence.slice(0, mostEvidence)
  const rest = evidence.length - shown.length
  const by = generic ? 'generic rules: nothing is known about this kind' : 'what is known about this kind'
  return [
    [],
    [span('Verdict: '), wordSpan(verdict)],
    [span(`Decided by the rule: ${rule}`)],
    [span(`Judged by ${by}${contract === undefined ? '' : `, as ${contract}`}`, 'muted')],
    ...(shown.length === 0 ? [] : [[span('It rests on:')]]),
    ...shown.map(evidenceLine),
    ...(rest > 0 ? [[span(`  and ${rest} more`, 'muted')]] : []),
  ]
}

function evidenceLine({ path, value, means, says, polarity }: Evidence): Line {
  const meaning = means === 'neutral' ? 'plain' : means === 'paused' ? 'unknown' : means
  const from = polarity === undefined ? '' : ` (${polarity.is} by ${polarity.from})`
  return [span(`  ${path} = `), span(value, meaning), span(`: ${says}`), span(from, 'muted')]
}
