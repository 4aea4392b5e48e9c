import type { Condition, Instant } from '@sitrep/conditions'
import { type Clock, clockAt, text } from '@sitrep/status'
import { type Connection, judgeConnection } from '../../connection/probe.ts'
import { annotations } from '../../kinds.ts'
import type { ClusterForMachine, MachineItself, MachineObserved, OwnerSeen } from '../types.ts'
import { type BootstrapStep, bootstrapStep, type CertificatesStep, certificatesStep } from './bootstrap.ts'
import { type DeletionLook, failedStages, lookAtDeletion } from './deletion/stage.ts'
import { type InfrastructureStep, infrastructureStep } from './infrastructure.ts'
import { lastLook, type NodeStep, nodeStep } from './node.ts'
import { type FoundObject, foundObject, withOwnObjects } from './provider-objects.ts'

/** An observation, and what one pass over it brings: what the rules ask about. */
export interface MachineFacts {
  readonly observed: MachineObserved
  readonly machine: MachineItself
  readonly clock: Clock
  readonly cluster: ClusterForMachine | undefined
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

export function machineFacts(seen: MachineObserved, gracePeriodMs: number): MachineFacts {
  const observed = withOwnObjects(seen)
  const { machine, previous, probe } = observed
  const clock = clockAt(observed.now)
  const cluster = observed.cluster.read ? observed.cluster.item : undefined
  const initializedAt = cluster?.controlPlaneInitialized?.lastTransitionTime
  const bootstrap = bootstrapStep(observed)
  const infrastructure = infrastructureStep(observed)
  const node = nodeStep(observed, infrastructure.providerID)
  const certificates = certificatesStep(observed, bootstrap)
  const seenName = node.node === 'found' ? node.seen.name : undefined
  const nodeName = previous.nodeName ?? seenName ?? lastLook(observed, infrastructure.providerID)
  const deletion =
    observed.deletion && lookAtDeletion({ observed, deletion: observed.deletion, clock, nodeName })
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

/** An in-place update shows by an annotation, or by a hook that is still to be called. */
function isUpdating({ annotations: own }: MachineItself): boolean {
  if (Object.hasOwn(own, annotations.updateInProgress)) return true
  return own[annotations.pendingHooks]?.split(',').includes('UpdateMachine') ?? false
}

/**
 * How long the Machine has to be Ready before it counts: as it says itself, else as its owner does. Nothing where the owner
 * cannot be read.
 */
export function minReadySecondsOf({ machine, observed }: MachineFacts): number | undefined {
  return machine.spec.minReadySeconds ?? saidBy(observed.owner)
}

// A MachineDeployment outranks its MachineSet: what it says is on its way down to the set and to the Machine.
function saidBy(owner: OwnerSeen): number | undefined {
  switch (owner.owner) {
    case 'none':
      return 0
    case 'set':
      return owner.set.read ? (owner.set.item?.minReadySeconds ?? 0) : undefined
    case 'deployment': {
      const { deployment, set } = owner
      if (!deployment.read) return undefined
      return (deployment.item ?? set).minReadySeconds ?? 0
    }
  }
}
