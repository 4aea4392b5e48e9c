import { getCondition, type Instant, type SeverityCondition } from '@sitrep/conditions'
import { at, list, type ObjectRef, refOf, text, type View } from '@sitrep/status'
import { annotations, labels } from '../../kinds.ts'
import { type MachineSeen, machineSeen } from '../../machines-of/machine-seen.ts'
import { conditionsOf } from '../../model/conditions.ts'
import { type ContractRef, contractRef } from '../../model/references.ts'
import { oldReadyOf } from '../../old-model/old-conditions.ts'

/** A Machine as the control plane that it belongs to sees it. */
export interface ControlPlaneMachineSeen extends MachineSeen {
  readonly ref: ObjectRef
  readonly generation: number
  readonly specVersion: string
  readonly kubeletVersion: string
  readonly providerID: string
  readonly failureDomain: string
  readonly infrastructureRef: ContractRef | undefined
  readonly configRef: ContractRef | undefined
  /** It asks itself for the taint that keeps other workloads away. */
  readonly wantsTaint: boolean
  readonly certificatesExpiryDate: Instant | undefined
  readonly markedForDeletion: boolean
  readonly updateAnnotated: boolean
  readonly updatePending: boolean
  /** What it says of an in-place update, while there is one. */
  readonly updatingMessage: string
  /** Its `Ready` of the older model. */
  readonly oldReady: SeverityCondition | undefined
  /** Which Machine it replaced, as it was written down then. */
  readonly remediationFor: string | undefined
}

/** The label of control plane Nodes, which is the key of their taint as well. */
export const controlPlaneRole = 'node-role.kubernetes.io/control-plane'

/** Hides all Machines but those of a control plane. */
export const controlPlaneMachine: View<ControlPlaneMachineSeen | undefined> = {
  name: 'machineForControlPlane',
  of: (object) => {
    const { metadata, spec, status } = object
    if (!Object.hasOwn(metadata.labels ?? {}, labels.controlPlane)) return undefined
    const own = metadata.annotations ?? {}
    const updating = getCondition(conditionsOf(object), 'Updating')
    return {
      ...machineSeen.of(object),
      ref: refOf(object),
      generation: metadata.generation ?? 0,
      specVersion: text(at(spec, 'version')) ?? '',
      kubeletVersion: text(at(status, 'nodeInfo', 'kubeletVersion')) ?? '',
      providerID: text(at(spec, 'providerID')) ?? '',
      failureDomain: text(at(spec, 'failureDomain')) ?? '',
      infrastructureRef: contractRef(at(spec, 'infrastructureRef')),
      configRef: contractRef(at(spec, 'bootstrap', 'configRef')),
      wantsTaint: list(at(spec, 'taints')).some(isControlPlaneTaint),
      certificatesExpiryDate: text(at(status, 'certificatesExpiryDate')),
      markedForDeletion: Object.hasOwn(own, annotations.deleteMachine),
      updateAnnotated: Object.hasOwn(own, annotations.updateInProgress),
      updatePending: (own[annotations.pendingHooks] ?? '').split(',').includes('UpdateMachine'),
      updatingMessage: updating?.status === 'True' ? (updating.message ?? '') : '',
      oldReady: oldReadyOf(object),
      remediationFor: own[annotations.remediationFor],
    }
  },
}

/** Whether this is the taint that kubeadm puts on control plane Nodes. */
export const isControlPlaneTaint = (taint: unknown): boolean =>
  at(taint, 'key') === controlPlaneRole && at(taint, 'effect') === 'NoSchedule'
