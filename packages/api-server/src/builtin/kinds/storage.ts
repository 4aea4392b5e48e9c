import { same } from '@sitrep/status/same'
import type { FieldError } from '../../errors/field-error.ts'
import { forbiddenField } from '../../errors/field-errors.ts'
import type { JsonObject, KubeObject } from '../../json/json.ts'
import { parseQuantity } from '../../schema/quantity.ts'
import { ensureDraft } from '../draft.ts'
import type { KindRules } from '../kind-rules.ts'
import { fieldsBesideSource } from '../rules/storage-rules.ts'
import { objectOf, textOf } from '../validation/read.ts'
import { immutable } from './immutable.ts'

export const persistentVolumeRules: KindRules = {
  prepareForCreate: (volume, now) => {
    Object.assign(ensureDraft(volume, 'status'), {
      phase: 'Pending',
      lastPhaseTransitionTime: secondsOf(now),
    })
  },
  prepareForStatusUpdate: (volume, old, now) => {
    const status = ensureDraft(volume, 'status')
    const before = objectOf(old, 'status')
    if (textOf(before, 'phase') === status['phase']) return
    status['lastPhaseTransitionTime'] = secondsOf(now)
  },
  validateUpdate: (volume, old) => [
    ...sourceStays(volume, old),
    ...immutable('spec.volumeMode')(volume, old),
  ],
}

function secondsOf(now: number): string {
  return `${new Date(now).toISOString().slice(0, 19)}Z`
}

function sourceStays(volume: KubeObject, old: KubeObject): readonly FieldError[] {
  const source = (object: KubeObject): JsonObject =>
    Object.fromEntries(
      Object.entries(objectOf(object, 'spec') ?? {}).filter(([field]) => !fieldsBesideSource.has(field)),
    )
  if (same(source(volume), source(old))) return []
  const words = 'spec.persistentvolumesource is immutable after creation\n'
  return [forbiddenField('spec.persistentvolumesource', words)]
}

export const persistentVolumeClaimRules: KindRules = {
  validateUpdate: (claim, old) => {
    const [spec, before] = [objectOf(claim, 'spec') ?? {}, objectOf(old, 'spec') ?? {}]
    const bound = textOf(objectOf(claim, 'status'), 'phase') === 'Bound'
    const words =
      'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n'
    return [
      ...(same(fixedPart(spec, before, bound), fixedPart(before, before, bound))
        ? []
        : [forbiddenField('spec', words)]),
      ...requestGrows(spec, before, objectOf(objectOf(old, 'status'), 'capacity')),
    ]
  },
}

/** What must not change: everything, but a volume may be named once, and a bound claim may ask for more. */
function fixedPart(spec: JsonObject, before: JsonObject, bound: boolean): JsonObject {
  const { volumeName, resources, storageClassName, volumeAttributesClassName, ...rest } = spec
  const first = textOf(before, 'volumeName') === ''
  const requests = objectOf(objectOf(spec, 'resources'), 'requests')
  return {
    ...rest,
    volumeName: first ? '' : (volumeName ?? ''),
    storageClassName: before['storageClassName'] === undefined ? '' : (storageClassName ?? ''),
    volumeAttributesClassName: bound ? '' : (volumeAttributesClassName ?? ''),
    resources: bound
      ? { ...objectOf(spec, 'resources'), requests: { ...requests, storage: '' } }
      : (resources ?? {}),
  }
}

function requestGrows(
  spec: JsonObject,
  before: JsonObject,
  capacity: JsonObject | undefined,
): readonly FieldError[] {
  const amount = (owner: JsonObject): bigint =>
    parseQuantity(textOf(objectOf(objectOf(owner, 'resources'), 'requests'), 'storage'))?.nanos ?? 0n
  const now = amount(spec)
  if (now >= amount(before)) return []
  const actual = parseQuantity(textOf(capacity, 'storage'))?.nanos ?? 0n
  return now <= actual
    ? [forbiddenField('spec.resources.requests.storage', 'field can not be less than status.capacity')]
    : []
}

export const storageClassRules: KindRules = {
  validateUpdate: immutable('parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode'),
}

export const volumeAttachmentRules: KindRules = { validateUpdate: immutable('spec') }

export const volumeAttributesClassRules: KindRules = { validateUpdate: immutable('driverName', 'parameters') }
