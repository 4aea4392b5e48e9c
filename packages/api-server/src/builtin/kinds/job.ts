import { same } from '@sitrep/status/same'
import { invalidValue } from '../../errors/field-errors.ts'
import type { KubeObject } from '../../json/json.ts'
import { getPath } from '../../json/own.ts'
import { type Draft, draftAt, ensureDraft, textAt } from '../draft.ts'
import type { KindRules } from '../kind-rules.ts'
import { dnsLabel, dnsSubdomain } from '../validation/name-rules.ts'
import { memberOf, numberOf, objectOf, textOf } from '../validation/read.ts'
import { immutable } from './immutable.ts'
import { templateWarnings } from './pod-warnings.ts'
import { specGeneration } from './spec-generation.ts'

const uidLabel = 'batch.kubernetes.io/controller-uid'
const legacyUidLabel = 'controller-uid'
const nameLabel = 'batch.kubernetes.io/job-name'
const legacyNameLabel = 'job-name'

export const jobRules: KindRules = {
  warnings: templateWarnings,
  generationOf: specGeneration,
  defaultPropagation: 'Orphan',
  prepareForCreate: generateSelector,
  validate: (job, old) => (old === undefined ? [...podsAreNamed(job), ...selectorIsGenerated(job)] : []),
  validateUpdate: (job, old) => [
    ...fixed(job, old),
    ...(isIndexed(job) ? [] : immutable('spec.completions')(job, old)),
    ...templateMayChange(job, old),
  ],
  selectableFields: {
    'status.successful': (job) => `${numberOf(objectOf(job, 'status'), 'succeeded') ?? 0}`,
  },
}

const fixed = immutable(
  'spec.selector',
  'spec.completionMode',
  'spec.podFailurePolicy',
  'spec.backoffLimitPerIndex',
  'spec.managedBy',
  'spec.successPolicy',
)

function isIndexed(job: KubeObject): boolean {
  return textOf(objectOf(job, 'spec'), 'completionMode') === 'Indexed'
}

/** A suspended job that never started may still get other node selectors and the like; others keep their template. */
function templateMayChange(
  job: KubeObject,
  old: KubeObject,
): ReturnType<NonNullable<KindRules['validateUpdate']>> {
  const template = getPath(job, ['spec', 'template']) ?? null
  if (same(template, getPath(old, ['spec', 'template']) ?? null)) return []
  const waiting =
    getPath(old, ['spec', 'suspend']) === true && getPath(old, ['status', 'startTime']) === undefined
  return waiting ? [] : [invalidValue('spec.template', template, 'field is immutable')]
}

/** Unless told otherwise a job selects its pods by its own uid, which nobody else has. */
function generateSelector(job: Draft): void {
  const spec = ensureDraft(job, 'spec')
  if (spec['manualSelector'] === true) return
  const metadata = ensureDraft(job, 'metadata')
  const [name, uid] = [textAt(metadata, 'name'), textAt(metadata, 'uid')]
  const template = ensureDraft(spec, 'template')
  const before = draftAt(template, 'metadata')
  const own = { [legacyNameLabel]: name, [nameLabel]: name, [legacyUidLabel]: uid, [uidLabel]: uid }
  const templateMetadata = before ?? ensureDraft(template, 'metadata')
  templateMetadata['labels'] = { ...own, ...draftAt(templateMetadata, 'labels') }
  const selector = ensureDraft(spec, 'selector')
  const labels = { [uidLabel]: uid, ...draftAt(selector, 'matchLabels') }
  selector['matchLabels'] = Object.fromEntries(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)))
  if (draftAt(metadata, 'labels') === undefined) metadata['labels'] = { ...own }
}

/** The pods of an indexed job are called by its name and their number, which must be a host name. */
function podsAreNamed(job: KubeObject): ReturnType<NonNullable<KindRules['validate']>> {
  const completions = numberOf(objectOf(job, 'spec'), 'completions') ?? 0
  if (!isIndexed(job) || completions <= 0) return []
  const name = textOf(job.metadata, 'name')
  const last = `${name}-${completions - 1}`
  return dnsLabel(last).length === 0
    ? []
    : [invalidValue('metadata.name', name, `will not able to create pod with invalid DNS label: ${last}`)]
}

function selectorIsGenerated(job: KubeObject): ReturnType<NonNullable<KindRules['validate']>> {
  const spec = objectOf(job, 'spec')
  if (memberOf(spec, 'manualSelector') === true) return []
  const uid = textOf(job.metadata, 'uid')
  const labels = objectOf(objectOf(objectOf(spec, 'template'), 'metadata'), 'labels')
  const selector = memberOf(spec, 'selector')
  const generated = same(selector, { matchLabels: { [uidLabel]: uid } })
  return [
    ...[legacyUidLabel, uidLabel].flatMap((label) => mismatch(labels, label, uid)),
    ...[legacyNameLabel, nameLabel].flatMap((label) => mismatch(labels, label, textOf(job.metadata, 'name'))),
    ...(generated ? [] : [invalidValue('spec.selector', selector ?? null, '`selector` not auto-generated')]),
  ]
}

function mismatch(
  labels: ReturnType<typeof objectOf>,
  label: string,
  wanted: string,
): ReturnType<NonNullable<KindRules['validate']>> {
  if (textOf(labels, label) === wanted) return []
  return [invalidValue('spec.template.metadata.labels', labels ?? null, `must be '${wanted}'`)]
}

const nameLimit = 52

export const cronJobRules: KindRules = {
  // The controller adds eleven characters to name the jobs it makes.
  name: (name) => [
    ...dnsSubdomain(name),
    ...(name.length > nameLimit ? [`must be no more than ${nameLimit} characters`] : []),
  ],
  generationOf: specGeneration,
}
