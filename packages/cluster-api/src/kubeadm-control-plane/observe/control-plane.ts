import { readSeverityConditions } from '@sitrep/conditions'
import { at, type Fields, fields, groupOf, type KubeObject, number, refOf, text } from '@sitrep/status'
import { annotations, clusterKind, coreGroup } from '../../kinds.ts'
import { conditionList } from '../../model/conditions.ts'
import { contractRef } from '../../model/references.ts'
import { legacyStatus } from '../../model/stages.ts'
import { hasPausedAnnotation } from '../../pass/paused.ts'
import type { ControlPlanePrevious, ControlPlaneSpec, KubeadmControlPlaneSeen } from '../types.ts'

/** Reads a control plane itself. It belongs to the Cluster that owns it. */
export function controlPlaneSeen(object: KubeObject): KubeadmControlPlaneSeen {
  const { metadata } = object
  const owner = metadata.ownerReferences?.find(
    ({ apiVersion, kind }) => kind === clusterKind.kind && groupOf(apiVersion ?? '') === coreGroup,
  )
  const clusterName = owner?.name ?? ''
  return {
    ref: refOf(object),
    uid: metadata.uid ?? '',
    generation: metadata.generation ?? 0,
    deleting: metadata.deletionTimestamp !== undefined,
    paused: hasPausedAnnotation(object),
    remediationInProgress: metadata.annotations?.[annotations.remediationInProgress],
    spec: controlPlaneSpec(object),
    workload: `${metadata.namespace ?? ''}/${clusterName}`,
    clusterName,
  }
}

/** Reads the spec of a KubeadmControlPlane, whatever is there. */
function controlPlaneSpec({ spec }: KubeObject): ControlPlaneSpec {
  const template = at(spec, 'machineTemplate')
  const rollout = at(spec, 'rollout')
  const strategy = at(rollout, 'strategy') ?? at(spec, 'rolloutStrategy')
  const kubeadmConfigSpec = fields(at(spec, 'kubeadmConfigSpec'))
  const external = fields(at(kubeadmConfigSpec, 'clusterConfiguration', 'etcd', 'external'))
  return {
    replicas: number(at(spec, 'replicas')),
    version: text(at(spec, 'version')) ?? '',
    infrastructureRef: contractRef(
      at(template, 'spec', 'infrastructureRef') ?? at(template, 'infrastructureRef'),
    ),
    kubeadmConfigSpec,
    etcdManaged: Object.keys(external).length === 0,
    rolloutAfter: text(at(rollout, 'after')) ?? text(at(spec, 'rolloutAfter')),
    certificatesExpiryDays:
      number(at(rollout, 'before', 'certificatesExpiryDays')) ??
      number(at(spec, 'rolloutBefore', 'certificatesExpiryDays')) ??
      0,
    rollingUpdate: at(strategy, 'type') === 'RollingUpdate',
  }
}

/** Reads the status before. */
export function controlPlanePrevious(status: Fields): ControlPlanePrevious {
  const legacy = legacyStatus(status)
  const conditions = readSeverityConditions(legacy, { path: ['conditions'] })
  return {
    conditions: conditionList(at(status, 'conditions')),
    initialized: at(status, 'initialization', 'controlPlaneInitialized') === true,
    version: text(at(status, 'version')),
    lastRemediation: at(status, 'lastRemediation'),
    observedGeneration: number(at(status, 'observedGeneration')),
    old: {
      conditions: conditions.read ? conditions.items : [],
      failureReason: text(legacy['failureReason']),
      failureMessage: text(legacy['failureMessage']),
    },
  }
}
