import {
  aggregateSeverity,
  falseSeverityCondition,
  hasCondition,
  isTrue,
  type SeverityCondition,
  trueSeverityCondition,
} from '@sitrep/conditions'
import { isConnected } from '../../connection/probe.ts'
import type { OldStatus } from '../../old-model/layout.ts'
import { markOld } from '../../old-model/old-conditions.ts'
import type { ControlPlaneFacts } from '../facts/facts.ts'
import { strayNodes } from '../facts/health.ts'
import type { JudgedMachine } from '../facts/machines.ts'
import { endsBefore } from '../facts/preflight.ts'
import { reasonsToReplace } from '../facts/reasons-to-replace.ts'
import { isHeldBack } from '../facts/workers.ts'
import { missingCertificates } from '../rules-released/certificates-available.ts'
import { oldHealth } from './health.ts'

/** What the older API says of a control plane. */
export interface OldControlPlane extends OldStatus {
  /** Whether any of its Nodes is ready. */
  readonly ready: boolean
}

const summedUp = [
  'MachinesCreated',
  'MachinesSpecUpToDate',
  'Resized',
  'MachinesReady',
  'Available',
  'CertificatesAvailable',
]

/** The old fields after a pass: decided by the old rules, never from the new conditions. */
export function oldStatus(f: ControlPlaneFacts): OldControlPlane {
  const { pass, current, deleting, clock } = f
  const { old } = pass.observed.previous
  const outdated = pass.machines.filter((machine) => reasonsToReplace(machine, pass).length > 0).length
  const readyReplicas = deleting || pass.gate !== 'open' ? 0 : readyNodes(f)
  const marks = [
    ...certificatesMark(f),
    ...(pass.reached ? machinesReadyMark(f) : []),
    ...oldHealth(pass, strayNodes(f)),
    ...specMark(f, outdated),
    ...(deleting ? deletingMark(f) : scalingMarks(f)),
    ...(!deleting && hasKubeadmConfig(f) ? [trueSeverityCondition('Available')] : waitingMark(f)),
  ]
  const ref = pass.observed.controlPlane.ref
  return {
    conditions: markOld(old.conditions, marks, { ref, types: summedUp, now: clock.now }),
    failureReason: old.failureReason,
    failureMessage: old.failureMessage,
    updatedReplicas: current - outdated,
    readyReplicas,
    unavailableReplicas: current - readyReplicas,
    ready: readyReplicas > 0,
  }
}

/** Whether kubeadm is seen to have been there. Once it was, nobody looks again. */
function hasKubeadmConfig({ pass: { probe, observed } }: ControlPlaneFacts): boolean {
  const { kubeadmConfigMap, previous } = observed
  if (!isConnected(probe)) return false
  return previous.initialized || (kubeadmConfigMap?.read === true && kubeadmConfigMap.item === true)
}

const readyNodes = ({ pass }: ControlPlaneFacts): number =>
  pass.machines.filter(({ node }) => node?.read === true && node.item?.ready === true).length

function certificatesMark({ pass: { certificates } }: ControlPlaneFacts): readonly SeverityCondition[] {
  const type = 'CertificatesAvailable'
  switch (certificates?.certificates) {
    case undefined:
      return []
    case 'available':
      return [trueSeverityCondition(type)]
    case 'unclear':
      return [falseSeverityCondition(type, { reason: 'CertificatesGenerationFailed', severity: 'Warning' })]
    case 'missing': {
      const message = missingCertificates(certificates.purposes)
      return [
        falseSeverityCondition(type, { reason: 'CertificatesGenerationFailed', severity: 'Error', message }),
      ]
    }
  }
}

function machinesReadyMark({ judged }: ControlPlaneFacts): readonly SeverityCondition[] {
  const objects = judged.map(({ ref, oldReady }: JudgedMachine) => ({
    ...ref,
    conditions: oldReady ? [oldReady] : [],
  }))
  const merged = aggregateSeverity(objects, 'MachinesReady', { sourceRef: true })
  return merged === undefined ? [] : [merged.condition]
}

/** A rollout is spoken of while it lasts, and once more when it is over. */
function specMark(f: ControlPlaneFacts, outdated: number): readonly SeverityCondition[] {
  const { pass, judged, current, deleting, conditions } = f
  const type = 'MachinesSpecUpToDate'
  if (deleting || endsBefore({ pass, judged, controlPlane: conditions })) return []
  if (outdated > 0) {
    const message = `Rolling ${outdated} replicas with outdated spec (${current - outdated} replicas up to date)`
    return [falseSeverityCondition(type, { reason: 'RollingUpdateInProgress', severity: 'Warning', message })]
  }
  return hasCondition(pass.observed.previous.old.conditions, type) ? [trueSeverityCondition(type)] : []
}

function deletingMark(f: ControlPlaneFacts): readonly SeverityCondition[] {
  if (f.current === 0) return []
  const message = isHeldBack(f) ? 'Waiting for worker nodes to be deleted first' : ''
  return [falseSeverityCondition('Resized', { reason: 'Deleting', severity: 'Info', message })]
}

function scalingMarks({ current, desired = 0, judged }: ControlPlaneFacts): readonly SeverityCondition[] {
  const created = trueSeverityCondition('MachinesCreated')
  const scaling = (reason: string, word: string): SeverityCondition =>
    falseSeverityCondition('Resized', {
      reason,
      severity: 'Warning',
      message: `Scaling ${word} control plane to ${desired} replicas (actual ${current})`,
    })
  if (current < desired) return [scaling('ScalingUp', 'up')]
  if (current > desired) return [scaling('ScalingDown', 'down'), created]
  const ready = judged.filter(({ conditions }) => isTrue(conditions, 'Ready')).length
  return ready === current ? [trueSeverityCondition('Resized'), created] : [created]
}

function waitingMark({
  pass,
  current,
  desired = 0,
  deleting,
}: ControlPlaneFacts): readonly SeverityCondition[] {
  if (deleting || !pass.reached || current > 0 || desired === 0) return []
  return [falseSeverityCondition('Available', { reason: 'WaitingForKubeadmInit', severity: 'Info' })]
}
