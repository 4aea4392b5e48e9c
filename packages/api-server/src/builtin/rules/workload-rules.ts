import { forbiddenField, invalidValue, required } from '../../errors/field-errors.ts'
import { type GoStruct, invalidStruct, unsupportedStruct } from '../../errors/struct-errors.ts'
import type { JsonObject } from '../../json/json.ts'
import {
  choice,
  inside,
  labelSelector,
  mandatory,
  namedOrEmpty,
  notNegative,
  where,
} from '../validation/field-rules.ts'
import { dnsLabel } from '../validation/name-rules.ts'
import { isSet, memberOf, numberOf, objectOf, objectsOf, textOf } from '../validation/read.ts'
import type { StructRule, StructRules } from '../validation/struct-rules.ts'
import { amountOf, atMostAll, countOrPercent } from './int-or-percent.ts'
import { runsForever, selectsTemplate, templateIsSelected, templateMounts } from './template-rules.ts'
import { mountsOf } from './volume-rules.ts'

/** Workloads of the group apps, and the older ReplicationController. */
export const workloadStructRules: StructRules = {
  'apps.v1.DeploymentSpec': [
    notNegative('replicas', 'minReadySeconds', 'revisionHistoryLimit', 'progressDeadlineSeconds'),
    selectsTemplate('deployment'),
    runsForever('ReplicaSet'),
    templateMounts,
    deploymentStrategy,
    deadlineLeavesTime,
  ],
  'apps.v1.ReplicaSetSpec': [
    notNegative('replicas', 'minReadySeconds'),
    selectsTemplate('deployment'),
    runsForever('ReplicaSet'),
    templateMounts,
  ],
  'apps.v1.DaemonSetSpec': [
    labelSelector('selector'),
    templateIsSelected,
    runsForever('DaemonSet'),
    templateMounts,
    notNegative('minReadySeconds', 'revisionHistoryLimit'),
    daemonSetStrategy,
  ],
  'apps.v1.StatefulSetSpec': [
    podManagement,
    statefulSetStrategy,
    inside(
      'persistentVolumeClaimRetentionPolicy',
      choice('whenDeleted', ['Retain', 'Delete']),
      choice('whenScaled', ['Retain', 'Delete']),
    ),
    notNegative('replicas', 'minReadySeconds'),
    namedOrEmpty('serviceName', dnsLabel),
    selectsTemplate('statefulset'),
    runsForever('StatefulSet'),
    claimMounts,
  ],
  'apps.v1.ControllerRevision': [notNegative('revision')],
  'core.v1.ReplicationControllerSpec': [
    notNegative('minReadySeconds', 'replicas'),
    mandatorySelector,
    mandatory('template'),
    where((spec) => isSet(spec, 'template'), runsForever('ReplicationController')),
    templateMounts,
  ],
  'core.v1.PodTemplate': [templateMounts],
}

function deploymentStrategy(spec: JsonObject, path: string): ReturnType<StructRule> {
  const strategy = objectOf(spec, 'strategy') ?? {}
  const here = `${path}strategy`
  switch (textOf(strategy, 'type')) {
    case 'Recreate':
      return isSet(strategy, 'rollingUpdate')
        ? [forbiddenField(`${here}.rollingUpdate`, "may not be specified when strategy `type` is 'Recreate'")]
        : []
    case 'RollingUpdate':
      return rollingDeployment(objectOf(strategy, 'rollingUpdate') ?? {}, `${here}.rollingUpdate.`)
    default:
      return [unsupportedStruct(here, asInGo(strategy), ['Recreate', 'RollingUpdate'])]
  }
}

/** Kubernetes shows its internal struct in such a message, whose members are written as in Go. */
function asInGo(strategy: JsonObject): GoStruct {
  return { Type: textOf(strategy, 'type'), RollingUpdate: memberOf(strategy, 'rollingUpdate') ?? null }
}

function rollingDeployment(rolling: JsonObject, path: string): ReturnType<StructRule> {
  const unavailable = memberOf(rolling, 'maxUnavailable')
  const stuck = amountOf(unavailable) === 0 && amountOf(memberOf(rolling, 'maxSurge')) === 0
  return [
    ...countOrPercent('maxUnavailable')(rolling, path),
    ...countOrPercent('maxSurge')(rolling, path),
    ...(stuck
      ? [invalidValue(`${path}maxUnavailable`, unavailable ?? 0, 'may not be 0 when `maxSurge` is 0')]
      : []),
    ...atMostAll('maxUnavailable')(rolling, path),
  ]
}

function deadlineLeavesTime(spec: JsonObject, path: string): ReturnType<StructRule> {
  const deadline = numberOf(spec, 'progressDeadlineSeconds')
  if (deadline === undefined || deadline > (numberOf(spec, 'minReadySeconds') ?? 0)) return []
  return [invalidValue(`${path}progressDeadlineSeconds`, deadline, 'must be greater than minReadySeconds')]
}

function daemonSetStrategy(spec: JsonObject, path: string): ReturnType<StructRule> {
  const strategy = objectOf(spec, 'updateStrategy') ?? {}
  const type = textOf(strategy, 'type')
  const here = `${path}updateStrategy`
  if (type === 'OnDelete') return []
  if (type !== 'RollingUpdate')
    return [unsupportedStruct(here, asInGo(strategy), ['RollingUpdate', 'OnDelete'])]
  const rolling = objectOf(strategy, 'rollingUpdate')
  if (rolling === undefined) return [required(`${here}.rollingUpdate`)]
  const surge = memberOf(rolling, 'maxSurge')
  const goes = amountOf(memberOf(rolling, 'maxUnavailable')) !== 0
  const comes = amountOf(surge) !== 0
  const inner = `${here}.rollingUpdate.`
  return [
    ...['maxUnavailable', 'maxSurge'].flatMap((field) => countOrPercent(field)(rolling, inner)),
    ...['maxUnavailable', 'maxSurge'].flatMap((field) => atMostAll(field)(rolling, inner)),
    ...(goes && comes
      ? [invalidValue(`${inner}maxSurge`, surge ?? 0, 'may not be set when maxUnavailable is non-zero')]
      : []),
    ...(!goes && !comes ? [required(`${inner}maxUnavailable`, 'cannot be 0 when maxSurge is 0')] : []),
  ]
}

function rollingInGo(rolling: JsonObject): GoStruct {
  return {
    Partition: numberOf(rolling, 'partition') ?? 0,
    MaxUnavailable: memberOf(rolling, 'maxUnavailable') ?? null,
  }
}

function podManagement(spec: JsonObject, path: string): ReturnType<StructRule> {
  const policy = textOf(spec, 'podManagementPolicy')
  if (policy === 'OrderedReady' || policy === 'Parallel') return []
  return [invalidValue(`${path}podManagementPolicy`, policy, "must be 'OrderedReady' or 'Parallel'")]
}

function statefulSetStrategy(spec: JsonObject, path: string): ReturnType<StructRule> {
  const strategy = objectOf(spec, 'updateStrategy') ?? {}
  const rolling = objectOf(strategy, 'rollingUpdate')
  const here = `${path}updateStrategy`
  switch (textOf(strategy, 'type')) {
    case 'OnDelete':
      if (rolling === undefined) return []
      return [
        invalidStruct(
          `${here}.rollingUpdate`,
          rollingInGo(rolling),
          "only allowed for updateStrategy 'RollingUpdate'",
        ),
      ]
    case 'RollingUpdate':
      return rolling === undefined ? [] : notNegative('partition')(rolling, `${here}.rollingUpdate.`)
    default:
      return [invalidStruct(here, asInGo(strategy), "must be 'RollingUpdate' or 'OnDelete'")]
  }
}

/** The claims of a StatefulSet become volumes of its pods. */
function claimMounts(spec: JsonObject, path: string): ReturnType<StructRule> {
  const claims = objectsOf(spec, 'volumeClaimTemplates').map((claim) =>
    textOf(objectOf(claim, 'metadata'), 'name'),
  )
  const pod = objectOf(objectOf(spec, 'template'), 'spec')
  return pod === undefined ? [] : mountsOf(() => claims)(pod, `${path}template.spec.`)
}

function mandatorySelector(spec: JsonObject, path: string): ReturnType<StructRule> {
  const selector = objectOf(spec, 'selector') ?? {}
  if (Object.keys(selector).length === 0) return [required(`${path}selector`)]
  const labels = objectOf(objectOf(objectOf(spec, 'template'), 'metadata'), 'labels')
  const chosen = Object.entries(selector).every(([key, value]) => labels?.[key] === value)
  if (chosen) return []
  const field = `${path}template.metadata.labels`
  return [invalidValue(field, labels ?? null, '`selector` does not match template `labels`')]
}
