import type { Condition, Instant } from '@sitrep/conditions'
import { type Clock, clockAt, text } from '@sitrep/status'
import { type Connection, judgeConnection } from '../connection/probe.ts'
import { annotations } from '../kinds.ts'
import { type DeletionLook, failedStages, lookAtDeletion } from './deletion/stage.ts'
import type { ClusterSeen } from './observe/cluster-seen.ts'
import { type FoundObject, foundObject } from './rules/provider-ready.ts'
import { type BootstrapStep, bootstrapStep } from './steps/bootstrap.ts'
import { type CertificatesStep, certificatesStep } from './steps/certificates.ts'
import { type InfrastructureStep, infrastructureStep } from './steps/infrastructure.ts'
import { type NodeStep, nodeStep } from './steps/node.ts'
import type { MachineObserved, MachineSeen } from './types.ts'

/** An observation, and what one pass over it brings: what the rules ask about. */
export interface MachineFacts {
  readonly observed: MachineObserved
  readonly machine: MachineSeen
  readonly clock: Clock
  readonly cluster: ClusterSeen | undefined
  readonly deleting: boolean
  readonly bootstrap: BootstrapStep
  readonly infrastructure: InfrastructureStep
  /** The objects of providers that are there. */
  readonly found: {
    readonly bootstrap: FoundObject | undefined
    readonly infrastructure: FoundObject | undefined
  }
  readonly node: NodeStep
  readonly certificates: CertificatesStep
  readonly connection: Connection
  readonly initializedAt: Instant | undefined
  /** The Node that is or was the Machine's. */
  readonly nodeName: string | undefined
  /** What the kubelet says it is; empty while nobody knows. */
  readonly kubeletVersion: string
  readonly updating: boolean
  /** Only of a Machine that is being deleted. */
  readonly deletion: DeletionLook | undefined
  /** Something stood in the way of this pass: what it says may be incomplete. */
  readonly failed: boolean
}

/** The conditions as they stand when the summary of a Machine is made. */
export interface SummaryFacts extends MachineFacts {
  readonly conditions: readonly Condition[]
}

export function machineFacts(observed: MachineObserved, gracePeriodMs: number): MachineFacts {
  const { machine, previous, probe } = observed
  const clock = clockAt(observed.now)
  const cluster = observed.cluster.read ? observed.cluster.item : undefined
  const initializedAt = cluster?.controlPlaneInitialized?.lastTransitionTime
  const bootstrap = bootstrapStep(observed)
  const infrastructure = infrastructureStep(observed)
  const node = nodeStep(observed, infrastructure.providerID)
  const certificates = certificatesStep(observed, bootstrap)
  const seenName = node.node === 'found' ? node.seen.name : undefined
  const nodeName = previous.nodeName ?? seenName ?? observed.deletion?.lastLookNodeName
  const deletion = deletionLook(observed, { clock, nodeName })
  const nodeInfo = node.node === 'found' ? node.seen.nodeInfo : previous.nodeInfo
  return {
    observed,
    machine,
    clock,
    cluster,
    deleting: machine.deletionTimestamp !== undefined,
    bootstrap,
    infrastructure,
    found: {
      bootstrap: foundObject(machine.ref, machine.spec.configRef, observed.bootstrap),
      infrastructure: foundObject(machine.ref, machine.spec.infrastructureRef, observed.infrastructure),
    },
    node,
    certificates,
    connection: judgeConnection({ probe, initializedAt, gracePeriodMs, clock }),
    initializedAt,
    nodeName,
    kubeletVersion: text(nodeInfo?.['kubeletVersion']) ?? '',
    updating: isUpdating(machine),
    deletion,
    failed:
      bootstrap.failed ||
      infrastructure.failed ||
      node.failed ||
      certificates.failed ||
      (deletion !== undefined && failedStages.includes(deletion.stage.at)),
  }
}

function deletionLook(
  observed: MachineObserved,
  known: { readonly clock: Clock; readonly nodeName: string | undefined },
): DeletionLook | undefined {
  const { deletion } = observed
  if (deletion === undefined) return undefined
  return lookAtDeletion({ ...known, observed, deletion })
}

/** An in-place update shows by an annotation, or by a hook that is still to be called. */
function isUpdating({ annotations: own }: MachineSeen): boolean {
  const pending = (own[annotations.pendingHooks] ?? '').split(',')
  return Object.hasOwn(own, annotations.updateInProgress) || pending.includes('UpdateMachine')
}
