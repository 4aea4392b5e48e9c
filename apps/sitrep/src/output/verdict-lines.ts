import { type Line, span } from '@sitrep/present'
import type { Evidence, Verdict } from '@sitrep/verdict'
import { wordMeaning } from './verdict-meaning.ts'

const mostEvidence = 12

/** Why an object is judged as it is, where no definition of Sitrep decides its conditions. */
export function verdictLines(verdict: Verdict): readonly Line[] {
  const { word, sentence, rule, evidence, generic, contract } = verdict
  const shown = evidence.slice(0, mostEvidence)
  const rest = evidence.length - shown.length
  const by = generic ? 'generic rules: nothing is known about this kind' : 'what is known about this kind'
  return [
    [span(sentence, 'heading')],
    [],
    [span('Verdict: '), span(word, wordMeaning(word))],
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
