import { type Line, type Meaning, span } from '@sitrep/present'
import type { Phase, PhaseState } from '@sitrep/status/following'
import type { DryRun, Event, Subject, ToldTrouble } from './event.ts'

/** One line about an event, for a pipe or for the lines above a picture that moves. */
export function eventLine(event: Event): Line {
  switch (event.event) {
    case 'applied':
      return [
        named(event.object),
        span(` ${event.result}`, event.result === 'unchanged' ? 'muted' : 'good'),
        ...rehearsed(event.dryRun),
      ]
    case 'warning':
      return [named(event.object), span(`: the server warns: ${event.text}`, 'progressing')]
    case 'refused':
      return [span(event.why.join('; '), 'bad')]
    case 'phase':
      return [named(event.object), span(': '), ...phaseSpans(event.phase)]
    case 'trouble':
      return [named(event.object), span(': '), span(troubleWords(event.trouble), 'bad')]
    case 'recovered':
      return [named(event.object), span(`: no longer: ${troubleWords(event.trouble)}`, 'good')]
    case 'kubeconfig':
      return [named(event.object), span(`: the kubeconfig is in ${event.path}`)]
    case 'deleting':
      return event.dryRun === undefined
        ? [named(event.object), span(' is being deleted')]
        : [named(event.object), span(' would be deleted'), ...rehearsed(event.dryRun)]
    case 'absent':
      return [named(event.object), span(' is not there', 'muted')]
    case 'left':
      return [named(event.object), span(`: still there: ${event.left.join(', ')}`)]
    case 'blocked':
      return [named(event.object), span(': '), span(`waits for ${event.by.join('; ')}`, 'progressing')]
    case 'gone':
      return [named(event.object), span(' is gone', 'good')]
    case 'ready':
      return [named(event.object), span(' is ready', 'good')]
    case 'failed':
      return [named(event.object), span(` failed: ${event.why}`, 'bad')]
    case 'timeout':
      return [
        named(event.object),
        span(` is not ${event.goal} in time; ${openWords[event.goal]}: ${event.missing.join('; ')}`, 'bad'),
      ]
    case 'interrupted':
      return [span(`Stopped watching; nothing was undone. To go on: ${event.resume}`)]
  }
}

const rehearsed = (dryRun: DryRun | undefined): Line =>
  dryRun === undefined ? [] : [span(` (${dryRun} dry run)`, 'muted')]

const openWords = { ready: 'still missing', gone: 'still there' } as const

const named = (object: Subject) => span(subjectName(object), 'heading')

/** `Cluster team/prod`. */
export const subjectName = ({ kind, namespace, name }: Subject): string =>
  `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`

/** `Machine team/prod-cp-x: Failed to generate the bootstrap data`. */
export function troubleWords({ object, text, reason, older }: ToldTrouble): string {
  const why = reason === undefined ? '' : ` (${reason})`
  const when = older ? ', perhaps about an older generation' : ''
  return `${subjectName(object)}: ${text.split('\n').join(' ')}${why}${when}`
}

export const stateMeanings: Readonly<Record<PhaseState, Meaning>> = {
  done: 'good',
  working: 'progressing',
  waiting: 'muted',
  skipped: 'muted',
}

function phaseSpans({ title, state, counts, note }: Phase): Line {
  const counted = counts === undefined ? '' : `, ${countWords(counts)}`
  return [
    span(title),
    span(` ${state}`, stateMeanings[state]),
    span(`${counted}${note === undefined ? '' : `: ${note}`}`),
  ]
}

export const countWords = ({ desired, ready, upToDate, replicas }: NonNullable<Phase['counts']>): string => {
  const outdated = replicas - upToDate
  const surplus = replicas - desired
  return [
    `${ready} of ${desired} ready`,
    ...(outdated > 0 ? [`${outdated} to replace`] : []),
    ...(surplus > 0 && outdated <= 0 ? [`${surplus} to remove`] : []),
  ].join(', ')
}
