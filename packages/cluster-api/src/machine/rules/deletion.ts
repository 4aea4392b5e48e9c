import { causeTexts } from '../../deletion-delay/delay-cause.ts'
import { counted } from '../../shorten.ts'
import type { DeletionStage } from '../facts/deletion/stage.ts'
import type { AttachedVolumes } from '../facts/deletion/volumes.ts'
import type { DrainOutcome, EvictionFailure } from '../facts/drain/outcome.ts'
import type { MachineFacts } from '../facts/facts.ts'

/** Whether a deletion has come to this stage. */
export const at =
  (stage: DeletionStage['at']) =>
  ({ deletion }: MachineFacts): boolean =>
    deletion?.stage.at === stage

/** The hooks that hold a deletion back, if any do. */
export function hooksHolding({ deletion }: MachineFacts): readonly string[] {
  const stage = deletion?.stage
  return stage !== undefined && 'hooks' in stage ? stage.hooks : []
}

export const infrastructureLeft = ({ machine }: MachineFacts): string =>
  `Waiting for ${machine.spec.infrastructureRef?.kind ?? ''} to be deleted`

export const bootstrapLeft = ({ machine }: MachineFacts): string =>
  `Waiting for ${machine.spec.configRef?.kind ?? ''} to be deleted`

const failuresShown = 5

/** How many Pods or volumes are named, and how. */
type NameList = (names: readonly string[]) => string

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

/** Attached volumes in words, below a heading. */
export function volumesText(heading: string, volumes: AttachedVolumes, list: NameList): string {
  const line = (what: string, names: readonly string[]): readonly string[] =>
    names.length === 0 ? [] : [`* ${what}: ${list(names)}`]
  return [
    heading,
    ...line('PersistentVolumeClaims', volumes.claims),
    ...line(
      'PersistentVolumes without a .spec.claimRef to a PersistentVolumeClaim',
      volumes.volumesWithoutClaim,
    ),
    ...line(
      'Node with .status.volumesAttached entries not matching a PersistentVolume',
      volumes.unknownNodeVolumes,
    ),
    ...line(
      'VolumeAttachment with .spec.source.persistentVolumeName not matching a PersistentVolume',
      volumes.unknownAttachments,
    ),
  ].join('\n')
}
