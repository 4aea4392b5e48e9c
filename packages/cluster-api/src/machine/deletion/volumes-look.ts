import { treatmentOf } from '../drain/selection.ts'
import { type AttachedVolumes, volumesToWaitFor } from '../volumes/attached-volumes.ts'
import { rulesFor } from './drain-look.ts'
import type { DeletionInput } from './input.ts'

/** The volumes that hold the deletion back; nobody waits for a Node that is gone or does not answer. */
export function volumesLook(input: DeletionInput): AttachedVolumes | 'unclear' | undefined {
  const { node, volumes } = input.deletion
  if (node?.read !== true || volumes === undefined) return 'unclear'
  if (node.item === undefined || node.item.unreachable) return undefined
  const onNode = node.item.volumesAttached
  if (!volumes.attachments.read) return 'unclear'
  const attached = volumes.attachments.items.map(({ volume }) => volume)
  if (!attached.every((name) => name !== undefined)) return 'unclear'
  if (onNode.length === 0 && attached.length === 0) return undefined
  const ignoredClaims = claimsOfSkippedPods(input)
  if (ignoredClaims === undefined || !volumes.volumes.read) return 'unclear'
  return volumesToWaitFor({ onNode, attached, volumes: volumes.volumes.items, ignoredClaims })
}

function claimsOfSkippedPods({ observed, deletion, clock }: DeletionInput): ReadonlySet<string> | undefined {
  const pods = deletion.drain?.pods
  if (deletion.drain === undefined || pods?.read !== true) return undefined
  if (pods.items.length === 0) return new Set()
  const rules = rulesFor(observed, deletion.drain)
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
