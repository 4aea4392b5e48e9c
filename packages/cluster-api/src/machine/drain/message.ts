import { causeTexts } from '../../deletion-delay/delay-cause.ts'
import { counted } from '../../text/shorten.ts'
import type { DrainOutcome, EvictionFailure } from './outcome.ts'

const failuresShown = 5

/** How many Pods are named, and how. */
export type NameList = (names: readonly string[]) => string

/** A drain in words, below a heading: who is still there and what each is waiting for. */
export function drainText(heading: string, outcome: DrainOutcome, names: NameList): string {
  const line = (pods: readonly string[], says: string): readonly string[] =>
    pods.length === 0 ? [] : [`* ${counted(pods.length, 'Pod')} ${names(pods)}: ${says}`]
  const afterwards = (what: string, pods: readonly string[]): readonly string[] =>
    pods.length === 0 ? [] : [`After above Pods have been removed from the Node, ${what}: ${names(pods)}`]
  const { terminating, failures, waiting, evictedLater, waitingLater } = outcome
  return [
    heading,
    ...line(terminating, causeTexts['Pods not terminating']),
    ...failures.slice(0, failuresShown).flatMap((failure) => line(failure.pods, failureText(failure))),
    ...otherFailures(failures.slice(failuresShown)),
    ...line(waiting, causeTexts['Pods not completed yet']),
    ...afterwards('the following Pods will be evicted', evictedLater),
    ...afterwards('waiting for the following Pods to complete without eviction', waitingLater),
  ].join('\n')
}

function failureText({ error, cause }: EvictionFailure): string {
  if (cause === 'Pod eviction errors') return `${causeTexts[cause]}, ${error}`
  return error.replace(/^Cannot/, 'cannot')
}

function otherFailures(failures: readonly EvictionFailure[]): readonly string[] {
  const count = failures.reduce((sum, { pods }) => sum + pods.length, 0)
  return count === 0 ? [] : [`* ${count} ${counted(count, 'Pod')} with other issues`]
}
