import type { FieldError } from '../../errors/field-error.ts'
import { forbiddenField, invalidValue, notSupported, required } from '../../errors/field-errors.ts'
import type { JsonObject } from '../../json/json.ts'
import { parseQuantity } from '../../schema/quantity.ts'
import {
  choice,
  labelSelector,
  mandatory,
  mandatoryName,
  namedOrEmpty,
  where,
} from '../validation/field-rules.ts'
import { dnsSubdomain, qualifiedName } from '../validation/name-rules.ts'
import { isSet, memberOf, objectOf, textOf, textsOf } from '../validation/read.ts'
import type { StructRule, StructRules } from '../validation/struct-rules.ts'

const modes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod']
const volumeModes = ['Block', 'Filesystem']

export const storageStructRules: StructRules = {
  'core.v1.PersistentVolumeSpec': [
    mandatory('accessModes'),
    accessModes,
    volumeCapacity,
    choice('persistentVolumeReclaimPolicy', ['Delete', 'Recycle', 'Retain']),
    oneVolumeSource,
    namedOrEmpty('storageClassName', dnsSubdomain),
    choice('volumeMode', volumeModes),
  ],
  'core.v1.PersistentVolumeClaimSpec': [
    mandatory('accessModes', 'at least 1 access mode is required'),
    labelSelector('selector'),
    accessModes,
    requestedStorage,
    namedOrEmpty('storageClassName', dnsSubdomain),
    choice('volumeMode', volumeModes),
  ],
  'core.v1.CSIPersistentVolumeSource': [mandatory('driver'), mandatory('volumeHandle')],
  'core.v1.LocalVolumeSource': [mandatory('path')],
  'storage.v1.StorageClass': [
    mandatory('provisioner'),
    provisioner,
    where(
      (volumeClass) => textOf(volumeClass, 'reclaimPolicy') !== '',
      choice('reclaimPolicy', ['Delete', 'Retain']),
    ),
    choice('volumeBindingMode', ['Immediate', 'WaitForFirstConsumer']),
  ],
  'storage.v1.VolumeAttachmentSpec': [mandatory('attacher'), attachmentSource, attachedNode],
  'storage.v1.CSIStorageCapacity': [
    mandatoryName('storageClassName', dnsSubdomain),
    labelSelector('nodeTopology'),
  ],
  'storage.v1.VolumeAttributesClass': [mandatory('driverName')],
}

function accessModes(spec: JsonObject, path: string): readonly FieldError[] {
  const given = textsOf(spec, 'accessModes')
  const field = `${path}accessModes`
  const known = given.filter((mode) => modes.includes(mode))
  const alone = known.includes('ReadWriteOncePod') && known.some((mode) => mode !== 'ReadWriteOncePod')
  return [
    ...given.filter((mode) => !modes.includes(mode)).map((mode) => notSupported(field, mode, modes)),
    ...(alone ? [forbiddenField(field, 'may not use ReadWriteOncePod with other access modes')] : []),
  ]
}

function volumeCapacity(spec: JsonObject, path: string): readonly FieldError[] {
  const capacity = objectOf(spec, 'capacity') ?? {}
  const names = Object.keys(capacity)
  const field = `${path}capacity`
  const shown = memberOf(spec, 'capacity') ?? null
  return [
    ...(names.length === 0 ? [required(field)] : []),
    ...(names.length === 1 && names[0] === 'storage' ? [] : [notSupported(field, shown, ['storage'])]),
    ...names.flatMap((name) => positive(capacity, name, `${field}[${name}]`)),
  ]
}

function positive(amounts: JsonObject, name: string, field: string): readonly FieldError[] {
  const text = textOf(amounts, name)
  const nanos = parseQuantity(text)?.nanos ?? 0n
  return nanos > 0n ? [] : [invalidValue(field, text, 'must be greater than zero')]
}

/** All fields of a PersistentVolume's spec but the one that names its source. */
export const fieldsBesideSource: ReadonlySet<string> = new Set([
  'accessModes',
  'capacity',
  'claimRef',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
  'mountOptions',
  'volumeMode',
  'nodeAffinity',
  'volumeAttributesClassName',
])

function oneVolumeSource(spec: JsonObject, path: string): readonly FieldError[] {
  const sources = Object.keys(spec).filter((key) => !fieldsBesideSource.has(key) && isSet(spec, key))
  if (sources.length === 0) return [required(path.slice(0, -1), 'must specify a volume type')]
  const needsNode = sources.includes('local') && !isSet(objectOf(spec, 'nodeAffinity'), 'required')
  return [
    ...sources
      .slice(1)
      .map((name) => forbiddenField(`${path}${name}`, 'may not specify more than 1 volume type')),
    ...(needsNode ? [required(`${path}nodeAffinity`, 'Local volume requires node affinity')] : []),
  ]
}

function requestedStorage(spec: JsonObject, path: string): readonly FieldError[] {
  const requests = objectOf(objectOf(spec, 'resources'), 'requests') ?? {}
  const field = `${path}resources[storage]`
  return Object.hasOwn(requests, 'storage') ? positive(requests, 'storage', field) : [required(field)]
}

function provisioner(storageClass: JsonObject, path: string): readonly FieldError[] {
  const name = textOf(storageClass, 'provisioner').toLowerCase()
  return name === ''
    ? []
    : qualifiedName(name).map((problem) => invalidValue(`${path}provisioner`, name, problem))
}

/** An absent name is shown as a wrong one, because the name of a node is asked for. */
function attachedNode(spec: JsonObject, path: string): readonly FieldError[] {
  const name = textOf(spec, 'nodeName')
  return dnsSubdomain(name).map((problem) => invalidValue(`${path}nodeName`, name, problem))
}

function attachmentSource(spec: JsonObject, path: string): ReturnType<StructRule> {
  const source = objectOf(spec, 'source')
  const given = ['inlineVolumeSpec', 'persistentVolumeName'].filter((name) => isSet(source, name))
  const words = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName'
  if (given.length === 0) return [required(`${path}source`, words)]
  return given.length === 2 ? [forbiddenField(`${path}source`, words)] : []
}
