import { same } from '@sitrep/status/same'
import { forbiddenField, invalidValue } from '../../errors/field-errors.ts'
import type { JsonObject, KubeObject } from '../../json/json.ts'
import { getOwn, getPath, isJsonObject } from '../../json/own.ts'
import type { ScalePaths } from '../../resources/resource.ts'
import { type Draft, draftAt, ensureDraft, fill } from '../draft.ts'
import type { KindRules } from '../kind-rules.ts'
import { notNegative } from '../validation/field-rules.ts'
import { isEmptySelector } from '../validation/label-selector.ts'
import { dnsLabel } from '../validation/name-rules.ts'
import { numberOf, objectOf, textOf } from '../validation/read.ts'
import { immutable } from './immutable.ts'
import { templateWarnings } from './pod-warnings.ts'
import { consistentReplicas } from './replica-status.ts'
import { specGeneration } from './spec-generation.ts'

const replicaScale: ScalePaths = {
  specReplicas: '.spec.replicas',
  statusReplicas: '.status.replicas',
  labelSelector: '.spec.selector',
}

/** A Deployment passes its annotations on to ReplicaSets, so they count as a change of it. */
export const deploymentRules: KindRules = {
  validateStatusUpdate: consistentReplicas({
    counts: [
      'observedGeneration',
      'replicas',
      'updatedReplicas',
      'readyReplicas',
      'availableReplicas',
      'unavailableReplicas',
      'terminatingReplicas',
      'collisionCount',
    ],
    parts: ['updatedReplicas', 'readyReplicas', 'availableReplicas'],
    readyName: 'readyReplicas',
  }),
  generationOf: (deployment) => [
    getOwn(deployment, 'spec') ?? null,
    getOwn(deployment.metadata, 'annotations') ?? null,
  ],
  scale: replicaScale,
  validateUpdate: immutable('spec.selector'),
  prepareForStatusUpdate: (draft, old) => {
    const labels = objectOf(old.metadata, 'labels')
    const metadata = ensureDraft(draft, 'metadata')
    if (labels === undefined) delete metadata['labels']
    else metadata['labels'] = { ...labels } as Draft
  },
  warnings: (deployment, old) => [
    ...(old === undefined ? warnAboutName(deployment) : []),
    ...templateWarnings(deployment, old),
  ],
}

const replicaSetStatus = consistentReplicas({
  counts: ['replicas', 'fullyLabeledReplicas', 'readyReplicas', 'availableReplicas', 'observedGeneration'],
  parts: ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'],
  readyName: 'readyReplicas',
})

export const replicaSetRules: KindRules = {
  validateStatusUpdate: replicaSetStatus,
  generationOf: specGeneration,
  scale: replicaScale,
  validateUpdate: immutable('spec.selector'),
  warnings: (replicaSet, old) => [
    ...(old === undefined ? warnAboutName(replicaSet) : []),
    ...templateWarnings(replicaSet, old),
  ],
}

const mutableStatefulSetFields = new Set([
  'replicas',
  'template',
  'updateStrategy',
  'minReadySeconds',
  'ordinals',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
])

export const statefulSetRules: KindRules = {
  validateStatusUpdate: consistentReplicas({
    counts: [
      'replicas',
      'readyReplicas',
      'currentReplicas',
      'updatedReplicas',
      'availableReplicas',
      'collisionCount',
    ],
    parts: ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'],
    readyName: 'status.readyReplicas',
  }),
  warnings: templateWarnings,
  name: dnsLabel,
  generationOf: specGeneration,
  scale: replicaScale,
  validateUpdate: (statefulSet, old) => {
    if (same(fixedPart(statefulSet), fixedPart(old))) return []
    const words =
      "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden"
    return [forbiddenField('spec', words)]
  },
}

function fixedPart(statefulSet: KubeObject): JsonObject {
  const spec = Object.entries(objectOf(statefulSet, 'spec') ?? {})
  return Object.fromEntries(spec.filter(([field]) => !mutableStatefulSetFields.has(field)))
}

const templateGeneration = 'deprecated.daemonset.template.generation'

/** A DaemonSet counts changes of its template in an annotation, beside its generation. */
export const daemonSetRules: KindRules = {
  validateStatusUpdate: (daemonSet) =>
    notNegative(
      'currentNumberScheduled',
      'numberMisscheduled',
      'desiredNumberScheduled',
      'numberReady',
      'observedGeneration',
      'updatedNumberScheduled',
      'numberAvailable',
      'numberUnavailable',
      'collisionCount',
    )(objectOf(daemonSet, 'status') ?? {}, 'status.'),
  warnings: templateWarnings,
  generationOf: specGeneration,
  // Whoever writes the object also owns the counter, so it is there before anybody asks who owns what.
  defaults: (draft) =>
    fill(ensureDraft(ensureDraft(draft, 'metadata'), 'annotations'), { [templateGeneration]: '0' }),
  prepareForCreate: (draft) => setTemplateGeneration(draft, 1),
  prepareForUpdate: (draft, old) => {
    const before = Number(textOf(objectOf(old.metadata, 'annotations'), templateGeneration)) || 0
    const template = draftAt(draft, 'spec')?.['template'] ?? null
    const unchanged = same(template, getPath(old, ['spec', 'template']) ?? null)
    setTemplateGeneration(draft, unchanged ? before : before + 1)
  },
  validate: (daemonSet) => {
    const selector = getPath(daemonSet, ['spec', 'selector'])
    if (!isJsonObject(selector) || !isEmptySelector(selector)) return []
    return [invalidValue('spec.selector', selector, 'empty selector is invalid for daemonset')]
  },
  validateUpdate: immutable('spec.selector'),
}

function setTemplateGeneration(draft: Draft, generation: number): void {
  if (generation === 0) return
  ensureDraft(ensureDraft(draft, 'metadata'), 'annotations')[templateGeneration] = String(generation)
}

export const replicationControllerRules: KindRules = {
  validateStatusUpdate: replicaSetStatus,
  warnings: templateWarnings,
  generationOf: specGeneration,
  defaultPropagation: 'Orphan',
  scale: replicaScale,
  selectableFields: {
    'status.replicas': (controller) => `${numberOf(objectOf(controller, 'status'), 'replicas') ?? 0}`,
  },
}

export const podTemplateRules: KindRules = {
  generationOf: (template) => getOwn(template, 'template') ?? null,
}

export const controllerRevisionRules: KindRules = {
  validate: (revision, old) => {
    if (old !== undefined) return []
    const data = getOwn(revision, 'data') ?? null
    if (data === null)
      return [{ reason: 'FieldValueRequired', field: 'data', message: 'Required value: data is mandatory' }]
    if (isJsonObject(data)) return []
    const message = 'Required value: data must be a valid JSON object'
    return [{ reason: 'FieldValueRequired', field: 'data', message }]
  },
  validateUpdate: immutable('data'),
}

/** Pods take the name of what made them, and use it as host name. */
function warnAboutName({ metadata }: KubeObject): readonly string[] {
  const problems = dnsLabel(textOf(metadata, 'name'))
  if (problems.length === 0) return []
  return [
    `metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [${problems.join(' ')}]`,
  ]
}
