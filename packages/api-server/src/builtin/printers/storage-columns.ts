import type { JsonObject, KubeObject } from '../../json/json.ts'
import type { TableColumn } from '../../resources/resource.ts'
import { isSet, memberOf, objectOf, objectsOf, textOf, textsOf } from '../validation/read.ts'
import { ageColumn, column, nameColumn, path, wide } from './column.ts'
import { classNameColumn } from './network-columns.ts'

const spec = (object: KubeObject): JsonObject | undefined => objectOf(object, 'spec')
const status = (object: KubeObject): JsonObject | undefined => objectOf(object, 'status')

const shortModes = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
] as const

function accessModes(owner: JsonObject | undefined): string {
  const modes = textsOf(owner, 'accessModes')
  return shortModes
    .filter(([mode]) => modes.includes(mode))
    .map(([, short]) => short)
    .join(',')
}

const orUnset = (owner: JsonObject | undefined, key: string): string =>
  isSet(owner, key) ? textOf(owner, key) : '<unset>'

const phase = (object: KubeObject): string =>
  textOf(object.metadata, 'deletionTimestamp') === '' ? textOf(status(object), 'phase') : 'Terminating'

const oldClassAnnotation = 'volume.beta.kubernetes.io/storage-class'

const storageClass = (object: KubeObject): string =>
  textOf(objectOf(object.metadata, 'annotations'), oldClassAnnotation) ||
  textOf(spec(object), 'storageClassName')

export const persistentVolumeColumns: readonly TableColumn[] = [
  nameColumn,
  column('Capacity', (volume) => textOf(objectOf(spec(volume), 'capacity'), 'storage') || '0'),
  column('Access Modes', (volume) => accessModes(spec(volume))),
  column('Reclaim Policy', path('spec', 'persistentVolumeReclaimPolicy')),
  column('Status', phase),
  column('Claim', (volume) => {
    const claim = objectOf(spec(volume), 'claimRef')
    return claim === undefined ? '' : `${textOf(claim, 'namespace')}/${textOf(claim, 'name')}`
  }),
  column('StorageClass', storageClass),
  column('VolumeAttributesClass', (volume) => orUnset(spec(volume), 'volumeAttributesClassName')),
  column('Reason', path('status', 'reason')),
  ageColumn,
  wide('VolumeMode', (volume) => orUnset(spec(volume), 'volumeMode')),
]

const isBound = (claim: KubeObject): boolean => textOf(spec(claim), 'volumeName') !== ''

export const persistentVolumeClaimColumns: readonly TableColumn[] = [
  nameColumn,
  column('Status', phase),
  column('Volume', path('spec', 'volumeName')),
  column('Capacity', (claim) =>
    isBound(claim) ? textOf(objectOf(status(claim), 'capacity'), 'storage') || '0' : '',
  ),
  column('Access Modes', (claim) => (isBound(claim) ? accessModes(status(claim)) : '')),
  column('StorageClass', storageClass),
  column('VolumeAttributesClass', (claim) => orUnset(spec(claim), 'volumeAttributesClassName')),
  ageColumn,
  wide('VolumeMode', (claim) => orUnset(spec(claim), 'volumeMode')),
]

export const storageClassColumns: readonly TableColumn[] = [
  classNameColumn(
    'storageclass.kubernetes.io/is-default-class',
    'storageclass.beta.kubernetes.io/is-default-class',
  ),
  column('Provisioner', path('provisioner')),
  column('ReclaimPolicy', (object) => textOf(object, 'reclaimPolicy') || 'Delete'),
  column('VolumeBindingMode', (object) => textOf(object, 'volumeBindingMode') || 'Immediate'),
  column('AllowVolumeExpansion', (object) => memberOf(object, 'allowVolumeExpansion') === true),
  ageColumn,
]

export const volumeAttributesClassColumns: readonly TableColumn[] = [
  nameColumn,
  column('DriverName', path('driverName')),
  ageColumn,
]

export const volumeAttachmentColumns: readonly TableColumn[] = [
  nameColumn,
  { ...column('Attacher', path('spec', 'attacher')), format: 'name' },
  column('PV', path('spec', 'source', 'persistentVolumeName')),
  column('Node', path('spec', 'nodeName')),
  column('Attached', (object) => memberOf(status(object), 'attached') === true, 'boolean'),
  ageColumn,
]

export const csiNodeColumns: readonly TableColumn[] = [
  nameColumn,
  column('Drivers', (object) => objectsOf(spec(object), 'drivers').length, 'integer'),
  ageColumn,
]

const truth = (name: string, key: string): TableColumn =>
  column(name, (object) => memberOf(spec(object), key) === true, 'boolean')

export const csiDriverColumns: readonly TableColumn[] = [
  nameColumn,
  truth('AttachRequired', 'attachRequired'),
  truth('PodInfoOnMount', 'podInfoOnMount'),
  truth('StorageCapacity', 'storageCapacity'),
  column('TokenRequests', (object) =>
    isSet(spec(object), 'tokenRequests')
      ? objectsOf(spec(object), 'tokenRequests')
          .map((request) => textOf(request, 'audience'))
          .join(',')
      : '<unset>',
  ),
  truth('RequiresRepublish', 'requiresRepublish'),
  column('Modes', (object) => textsOf(spec(object), 'volumeLifecycleModes').join(',') || '<none>'),
  ageColumn,
]
