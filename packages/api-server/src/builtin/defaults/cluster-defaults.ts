import { type Draft, draftAt, ensureDraft, fill, textAt } from '../draft.ts'
import type { StructDefaults } from './struct-defaults.ts'

const rbacGroup = 'rbac.authorization.k8s.io'

/** Namespaces, configuration, nodes, storage, access and the rest. */
export const clusterDefaults: StructDefaults = {
  'core.v1.Namespace': (namespace) => {
    const metadata = ensureDraft(namespace, 'metadata')
    const name = textAt(metadata, 'name')
    if (name !== '') ensureDraft(metadata, 'labels')['kubernetes.io/metadata.name'] = name
  },
  'core.v1.NamespaceStatus': { phase: 'Active' },
  'core.v1.Secret': { type: 'Opaque' },
  'core.v1.NodeStatus': (status) => {
    const capacity = draftAt(status, 'capacity')
    if (capacity !== undefined && status['allocatable'] === undefined) status['allocatable'] = { ...capacity }
  },
  'core.v1.PersistentVolumeSpec': { persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' },
  'core.v1.PersistentVolumeStatus': { phase: 'Pending' },
  'core.v1.PersistentVolumeClaimSpec': { volumeMode: 'Filesystem' },
  'core.v1.PersistentVolumeClaimStatus': { phase: 'Pending' },
  'core.v1.LimitRangeItem': defaultLimitRangeItem,
  'rbac.v1.RoleBinding': fillRoleGroup,
  'rbac.v1.ClusterRoleBinding': fillRoleGroup,
  'rbac.v1.Subject': (subject) => {
    if (subject['kind'] === 'User' || subject['kind'] === 'Group') fill(subject, { apiGroup: rbacGroup })
  },
  'storage.v1.StorageClass': { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' },
  'storage.v1.CSIDriverSpec': {
    attachRequired: true,
    podInfoOnMount: false,
    storageCapacity: false,
    fsGroupPolicy: 'ReadWriteOnceWithFSType',
    volumeLifecycleModes: ['Persistent'],
    requiresRepublish: false,
    seLinuxMount: false,
  },
  'scheduling.v1.PriorityClass': { preemptionPolicy: 'PreemptLowerPriority' },
  'authentication.v1.TokenRequestSpec': { expirationSeconds: 3600 },
  'apiregistration.v1.ServiceReference': { port: 443 },
  'apiextensions.v1.ServiceReference': { port: 443 },
  'apiextensions.v1.CustomResourceDefinitionSpec': (spec) => {
    const names = ensureDraft(spec, 'names')
    const kind = textAt(names, 'kind')
    if (kind !== '') fill(names, { singular: kind.toLowerCase(), listKind: `${kind}List` })
    if (draftAt(spec, 'conversion') === undefined) spec['conversion'] = { strategy: 'None' }
  },
}

/** A container's limit is also its default, and its default or minimum also its default request. */
function defaultLimitRangeItem(item: Draft): void {
  if (item['type'] !== 'Container') return
  const limits = { ...draftAt(item, 'max'), ...draftAt(item, 'default') }
  const requests = { ...draftAt(item, 'min'), ...limits, ...draftAt(item, 'defaultRequest') }
  if (Object.keys(limits).length > 0) item['default'] = limits
  if (Object.keys(requests).length > 0) item['defaultRequest'] = requests
}

/** The group of a role is written even when it is empty, and is unset then. */
function fillRoleGroup(binding: Draft): void {
  const role = draftAt(binding, 'roleRef')
  if (role !== undefined && (role['apiGroup'] ?? '') === '') role['apiGroup'] = rbacGroup
}
