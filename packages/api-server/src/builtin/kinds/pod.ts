import { same } from '@sitrep/status/same'
import type { FieldError } from '../../errors/field-error.ts'
import { forbiddenField, invalidValue } from '../../errors/field-errors.ts'
import { cloneJson } from '../../json/clone-json.ts'
import type { JsonObject, KubeObject } from '../../json/json.ts'
import { getOwn } from '../../json/own.ts'
import { showGoJson } from '../../json/show-go.ts'
import { type Draft, type DraftValue, draftsAt, ensureDraft, fill, textAt } from '../draft.ts'
import type { KindRules } from '../kind-rules.ts'
import { noEphemeralContainers, podMounts } from '../rules/pod-rules.ts'
import { listOf, memberOf, numberOf, objectOf, objectsOf, textOf } from '../validation/read.ts'
import { podWarnings } from './pod-warnings.ts'
import { qualityOfService } from './quality-of-service.ts'
import { specGeneration } from './spec-generation.ts'

export const podRules: KindRules = {
  generationOf: specGeneration,
  prepareForCreate: (pod, now) => {
    const spec = ensureDraft(pod, 'spec')
    tolerate(spec)
    // Who asks for less than no time gets the least.
    if ((numberOf(spec as JsonObject, 'terminationGracePeriodSeconds') ?? 0) < 0)
      spec['terminationGracePeriodSeconds'] = 1
    const status: Draft = { phase: 'Pending', qosClass: qualityOfService(spec) }
    if (draftsAt(spec, 'schedulingGates').length > 0) status['conditions'] = [gatedCondition(now)]
    pod['status'] = status
  },
  prepareForUpdate: (pod, old) => {
    const spec = ensureDraft(pod, 'spec')
    // A client that sends back only what it wrote itself does not mean to take away what was added to it.
    for (const field of ['priority', 'preemptionPolicy']) {
      const before = memberOf(objectOf(old, 'spec'), field)
      if (before !== undefined) fill(spec, { [field]: before as DraftValue })
    }
    tolerate(spec)
  },
  prepareForStatusUpdate: (pod, old) => {
    const metadata = ensureDraft(pod, 'metadata')
    const owners = getOwn(old.metadata, 'ownerReferences')
    if (owners === undefined) delete metadata['ownerReferences']
    else metadata['ownerReferences'] = cloneJson(owners) as DraftValue
    fill(ensureDraft(pod, 'status'), { qosClass: textOf(objectOf(old, 'status'), 'qosClass') })
  },
  validate: (pod, old) => {
    const spec = objectOf(pod, 'spec') ?? {}
    return [
      ...podMounts(spec, 'spec.'),
      ...hostPortsMatch(spec),
      ...tokenNeedsAccount(spec),
      ...(old === undefined ? noEphemeralContainers(pod, '') : []),
    ]
  },
  validateUpdate: onlyFewFieldsChange,
  warnings: (pod) => podWarnings(objectOf(pod, 'spec'), 'spec.'),
  gracePeriodSeconds: (pod) => {
    const spec = objectOf(pod, 'spec')
    const phase = textOf(objectOf(pod, 'status'), 'phase')
    if (textOf(spec, 'nodeName') === '' || phase === 'Succeeded' || phase === 'Failed') return 0
    return numberOf(spec, 'terminationGracePeriodSeconds') ?? 30
  },
  selectableFields: {
    'spec.nodeName': (pod) => textOf(objectOf(pod, 'spec'), 'nodeName'),
    'spec.restartPolicy': (pod) => textOf(objectOf(pod, 'spec'), 'restartPolicy'),
    'spec.schedulerName': (pod) => textOf(objectOf(pod, 'spec'), 'schedulerName'),
    'spec.serviceAccountName': (pod) => textOf(objectOf(pod, 'spec'), 'serviceAccountName'),
    'spec.hostNetwork': (pod) => String(memberOf(objectOf(pod, 'spec'), 'hostNetwork') === true),
    'status.phase': (pod) => textOf(objectOf(pod, 'status'), 'phase'),
    'status.podIP': (pod) => textOf(objectOf(pod, 'status'), 'podIP'),
    'status.podIPs': (pod) => textOf(objectOf(pod, 'status'), 'podIP'),
    'status.nominatedNodeName': (pod) => textOf(objectOf(pod, 'status'), 'nominatedNodeName'),
  },
}

const toleratedForFiveMinutes = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']

/** What the admission plugin DefaultTolerationSeconds adds whenever it is missing. */
function tolerate(spec: Draft): void {
  const present = draftsAt(spec, 'tolerations')
  const added = toleratedForFiveMinutes
    .filter((key) => !present.some((toleration) => tolerates(toleration, key)))
    .map((key): Draft => ({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 }))
  if (added.length > 0) spec['tolerations'] = [...present, ...added]
}

function tolerates(toleration: Draft, key: string): boolean {
  const [own, effect] = [textAt(toleration, 'key'), textAt(toleration, 'effect')]
  return (own === key || own === '') && (effect === 'NoExecute' || effect === '')
}

function gatedCondition(now: number): Draft {
  return {
    type: 'PodScheduled',
    status: 'False',
    lastProbeTime: null,
    lastTransitionTime: `${new Date(now).toISOString().slice(0, 19)}Z`,
    reason: 'SchedulingGated',
    message: 'Scheduling is blocked due to non-empty scheduling gates',
  }
}

function hostPortsMatch(spec: JsonObject): readonly FieldError[] {
  if (memberOf(spec, 'hostNetwork') !== true) return []
  return objectsOf(spec, 'containers').flatMap((container, index) =>
    objectsOf(container, 'ports').flatMap((port, portIndex) => {
      const hostPort = numberOf(port, 'hostPort') ?? 0
      if (hostPort === numberOf(port, 'containerPort')) return []
      const field = `spec.containers[${index}].ports[${portIndex}].hostPort`
      return [invalidValue(field, hostPort, 'must match `containerPort` when `hostNetwork` is true')]
    }),
  )
}

function tokenNeedsAccount(spec: JsonObject): readonly FieldError[] {
  if (textOf(spec, 'serviceAccountName') !== '') return []
  const words = 'must not be specified when serviceAccountName is not set'
  return objectsOf(spec, 'volumes').flatMap((volume, index) =>
    objectsOf(objectOf(volume, 'projected'), 'sources').flatMap((source, at) =>
      memberOf(source, 'serviceAccountToken') === undefined
        ? []
        : [forbiddenField(`spec.volumes[${index}].projected.sources[${at}].serviceAccountToken`, words)],
    ),
  )
}

const changeable = [
  '`spec.containers[*].image`',
  '`spec.initContainers[*].image`',
  '`spec.activeDeadlineSeconds`',
  '`spec.tolerations` (only additions to existing tolerations)',
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
].join(',')

function onlyFewFieldsChange(pod: KubeObject, old: KubeObject): readonly FieldError[] {
  const [spec, before] = [objectOf(pod, 'spec') ?? {}, objectOf(old, 'spec') ?? {}]
  for (const list of ['containers', 'initContainers']) {
    if (listOf(spec, list).length !== listOf(before, list).length) {
      return [forbiddenField(`spec.${list}`, 'pod updates may not add or remove containers')]
    }
  }
  const problems = [
    ...deadlineShrinks(spec, before),
    ...tolerationsGrow(spec, before),
    ...gatesShrink(spec, before),
  ]
  if (same(fixedPart(spec), fixedPart(before))) return problems
  return [...problems, forbiddenField('spec', `pod updates may not change fields other than ${changeable}\n`)]
}

function fixedPart(spec: JsonObject): JsonObject {
  const { activeDeadlineSeconds, tolerations, schedulingGates, ...rest } = spec
  const withoutImage = (list: string) =>
    objectsOf(spec, list).map((container) => ({ ...container, image: '' }))
  return { ...rest, containers: withoutImage('containers'), initContainers: withoutImage('initContainers') }
}

function deadlineShrinks(spec: JsonObject, before: JsonObject): readonly FieldError[] {
  const field = 'spec.activeDeadlineSeconds'
  const [now, then] = [numberOf(spec, 'activeDeadlineSeconds'), numberOf(before, 'activeDeadlineSeconds')]
  if (then === undefined) return []
  if (now === undefined) {
    return [invalidValue(field, null, 'must not update from a positive integer to nil value')]
  }
  return now > then ? [invalidValue(field, now, 'must be less than or equal to previous value')] : []
}

function tolerationsGrow(spec: JsonObject, before: JsonObject): readonly FieldError[] {
  const now = new Set(objectsOf(spec, 'tolerations').map(untimed))
  const kept = objectsOf(before, 'tolerations').every((toleration) => now.has(untimed(toleration)))
  if (kept) return []
  const words = 'existing toleration can not be modified except its tolerationSeconds'
  return [forbiddenField('spec.tolerations', words)]
}

function untimed({ tolerationSeconds, ...rest }: JsonObject): string {
  return showGoJson(rest)
}

function gatesShrink(spec: JsonObject, before: JsonObject): readonly FieldError[] {
  const known = new Set(objectsOf(before, 'schedulingGates').map((gate) => textOf(gate, 'name')))
  return objectsOf(spec, 'schedulingGates').flatMap((gate, index) =>
    known.has(textOf(gate, 'name'))
      ? []
      : [
          forbiddenField(
            `spec.schedulingGates[${index}]`,
            `only deletion is allowed, but found new scheduling gate '${textOf(gate, 'name')}'`,
          ),
        ],
  )
}
