import type { DrainObserved, NodeInDeletion, VolumeSeen } from '../../types.ts'
import { rulesFor } from '../drain/drain-rule.ts'
import { treatmentOf } from '../drain/selection.ts'
import { type DeletionInput, nodeInDeletion } from './gates.ts'

/** The volumes that hold the deletion back; nobody waits for a Node that is gone or does not answer. */
export function volumesLook(input: DeletionInput): AttachedVolumes | 'unclear' | undefined {
  const { drain } = input.deletion
  const left = nodeInDeletion(input)
  if (drain === undefined || left?.node.read !== true) return 'unclear'
  const { node, attachments } = left
  if (node.item === undefined || node.item.unreachable) return undefined
  const onNode = node.item.volumesAttached
  if (!attachments.read) return 'unclear'
  const attached = attachments.items.map(({ volume }) => volume)
  if (!attached.every((name) => name !== undefined)) return 'unclear'
  if (onNode.length === 0 && attached.length === 0) return undefined
  const ignoredClaims = claimsOfSkippedPods(input, drain, left)
  if (ignoredClaims === undefined || !drain.volumes.read) return 'unclear'
  return volumesToWaitFor({ onNode, attached, volumes: drain.volumes.items, ignoredClaims })
}

function claimsOfSkippedPods(
  { observed, clock }: DeletionInput,
  drain: DrainObserved,
  { pods }: NodeInDeletion,
): ReadonlySet<string> | undefined {
  if (!pods.read) return undefined
  if (pods.items.length === 0) return new Set()
  const rules = rulesFor(observed.machine, drain)
  if (rules === undefined) return undefined
  const claims = new Set<string>()
  for (const pod of pods.items) {
    // Here a Pod that hangs in its deletion is not skipped, whether the Node answers or not.
    const { behavior } = treatmentOf(pod, { rules, unreachable: false, clock })
    if (behavior === 'unclear') return undefined
    if (behavior === 'Skip') for (const name of pod.claims) claims.add(`${pod.namespace}/${name}`)
  }
  return claims
}

/** What still hangs on a Node, each group in order. */
export interface AttachedVolumes {
  readonly claims: readonly string[]
  readonly volumesWithoutClaim: readonly string[]
  readonly unknownNodeVolumes: readonly string[]
  readonly unknownAttachments: readonly string[]
}

export interface VolumesInput {
  /** Names in the Node's status. */
  readonly onNode: readonly string[]
  /** PersistentVolumes by the VolumeAttachments of the Node. */
  readonly attached: readonly string[]
  readonly volumes: readonly VolumeSeen[]
  /** Claims of Pods that are not drained: nobody waits for those. */
  readonly ignoredClaims: ReadonlySet<string>
}

/** The volumes that must be detached before the machine may go; nothing when none is left. */
export function volumesToWaitFor({
  onNode,
  attached,
  volumes,
  ignoredClaims,
}: VolumesInput): AttachedVolumes | undefined {
  const found = volumes.filter(
    ({ name, nodeVolumeName }) =>
      attached.includes(name) || (nodeVolumeName !== undefined && onNode.includes(nodeVolumeName)),
  )
  const nodeNames = new Set(found.map(({ nodeVolumeName }) => nodeVolumeName))
  const names = new Set(found.map(({ name }) => name))
  const claims = found.flatMap(({ claim }) =>
    claim === undefined || ignoredClaims.has(claim) ? [] : [claim],
  )
  const waitingFor: AttachedVolumes = {
    claims: sortedOnce(claims),
    volumesWithoutClaim: sortedOnce(found.filter(({ claim }) => claim === undefined).map(({ name }) => name)),
    unknownNodeVolumes: sortedOnce(onNode.filter((name) => !nodeNames.has(name))),
    unknownAttachments: sortedOnce(attached.filter((name) => !names.has(name))),
  }
  return Object.values(waitingFor).every((group) => group.length === 0) ? undefined : waitingFor
}

const sortedOnce = (names: readonly string[]): readonly string[] => [...new Set(names)].sort()
