import type { SeverityCondition, SeverityObject } from '@sitrep/conditions'
import type { Clock, KubeObject, LabelSelector, Listing, OwnerReference, Reading } from '@sitrep/status'
import type { MachineSeen } from '../machines-of/machine-seen.ts'
import type { NodeReadiness } from '../machines-of/node-readiness.ts'
import type { ContractRef } from '../model/references.ts'
import type { StatusFields } from '../pass/computed.ts'
import type { PausedFacts } from '../pass/paused.ts'
import type { Spoken } from '../provider-object/contract.ts'
import type { TemplatesSeen } from '../scaling/template.ts'

export type MachineSet = KubeObject

/** The Cluster as far as a MachineSet looks at it. */
export interface ClusterForMachineSet {
  readonly paused: boolean
  readonly controlPlane: ControlPlaneForMachineSet
  /** Only where the Cluster follows a ClusterClass. */
  readonly topology: TopologySeen | undefined
}

/** The versions that a control plane wants and has. */
export interface ControlPlaneVersions {
  readonly wanted: string | undefined
  /** `status.versions`; nothing where it is not reported. */
  readonly reported: readonly string[] | undefined
  /** The older `status.version`. */
  readonly reportedOne: string | undefined
}

/** The control plane object of a Cluster: none is referred to, it cannot be looked at, or what was seen. */
export type ControlPlaneForMachineSet =
  | { readonly ref: undefined }
  | { readonly ref: ContractRef; readonly versions: Reading<Spoken<ControlPlaneVersions>> }

export interface TopologySeen {
  readonly version: string
  /** The version of the step that an upgrade over several versions is at. */
  readonly upgradeStep: string
}

/** Whether a MachineSet belongs to a MachineDeployment, and to its current revision; nobody knows where that is not there or cannot be read. */
export type Revision = 'stand-alone' | 'current' | 'old' | 'owner not found' | 'owner not read'

/** A Machine as the old counters see it: they go by its Node, not by its conditions. */
export interface OldMachine extends SeverityObject {
  readonly labels: Readonly<Record<string, string>>
  readonly owners: readonly OwnerReference[]
  /** Its old `Ready`, where it says any. */
  readonly conditions: readonly SeverityCondition[]
  readonly nodeName: string | undefined
}

/** One look at a MachineSet and its surroundings. */
export interface MachineSetObserved {
  readonly namespace: string
  readonly name: string
  readonly generation: number | undefined
  readonly previous: StatusFields | undefined
  readonly clock: Clock
  /** Nothing where the Cluster cannot be found or read. */
  readonly cluster: ClusterForMachineSet | undefined
  readonly paused: PausedFacts
  readonly deleting: boolean
  readonly desired: number | undefined
  readonly selector: LabelSelector
  readonly machines: Listing<MachineSeen>
  /** The same Machines and their Nodes, as the old counters see them. */
  readonly oldMachines: readonly OldMachine[]
  readonly nodes: readonly NodeReadiness[]
  readonly templateLabels: Readonly<Record<string, string>>
  readonly minReadySeconds: number
  readonly revision: Revision
  /** The MachineDeployment that it says it belongs to. */
  readonly deploymentName: string
  readonly templates: TemplatesSeen
  readonly version: string
  readonly creationDisabled: boolean
  /** The preflight checks that the MachineSet itself says to skip, as it says it. */
  readonly skippedChecks: string
}
