import type { JsonObject, KubeObject } from '../../json/json.ts'
import type { TableColumn } from '../../resources/resource.ts'
import { memberOf, numberOf, objectOf, objectsOf, textOf } from '../validation/read.ts'
import { age, ageColumn, column, nameColumn, orNone, path, wide } from './column.ts'

const spec = (object: KubeObject): JsonObject | undefined => objectOf(object, 'spec')
const status = (object: KubeObject): JsonObject | undefined => objectOf(object, 'status')
const size = (map: JsonObject | undefined): number => Object.keys(map ?? {}).length

export const nameAndAge: readonly TableColumn[] = [nameColumn, ageColumn]

export const namespaceColumns: readonly TableColumn[] = [
  nameColumn,
  column('Status', path('status', 'phase')),
  ageColumn,
]

export const configMapColumns: readonly TableColumn[] = [
  nameColumn,
  column('Data', (object) => size(objectOf(object, 'data')) + size(objectOf(object, 'binaryData'))),
  ageColumn,
]

export const secretColumns: readonly TableColumn[] = [
  nameColumn,
  column('Type', path('type')),
  column('Data', (object) => size(objectOf(object, 'data'))),
  ageColumn,
]

export const nodeColumns: readonly TableColumn[] = [
  nameColumn,
  column('Status', nodeStatus),
  column('Roles', nodeRoles),
  ageColumn,
  column('Version', path('status', 'nodeInfo', 'kubeletVersion')),
  wide('Internal-IP', (node) => nodeAddress(node, 'InternalIP')),
  wide('External-IP', (node) => nodeAddress(node, 'ExternalIP')),
  wide('OS-Image', (node) => nodeFact(node, 'osImage')),
  wide('Kernel-Version', (node) => {
    const architecture = textOf(objectOf(status(node), 'nodeInfo'), 'architecture')
    return nodeFact(node, 'kernelVersion') + (architecture === '' ? '' : ` (${architecture})`)
  }),
  wide('Container-Runtime', (node) => nodeFact(node, 'containerRuntimeVersion')),
]

function nodeStatus(node: KubeObject): string {
  const ready = objectsOf(status(node), 'conditions').findLast((each) => textOf(each, 'type') === 'Ready')
  const first = ready === undefined ? 'Unknown' : textOf(ready, 'status') === 'True' ? 'Ready' : 'NotReady'
  return memberOf(spec(node), 'unschedulable') === true ? `${first},SchedulingDisabled` : first
}

const rolePrefix = 'node-role.kubernetes.io/'

function nodeRoles({ metadata }: KubeObject): string {
  const labels = objectOf(metadata, 'labels') ?? {}
  const roles = Object.keys(labels).flatMap((key) => {
    if (key.startsWith(rolePrefix)) return [key.slice(rolePrefix.length)]
    return key === 'kubernetes.io/role' ? [textOf(labels, key)] : []
  })
  return orNone([...new Set(roles.filter((role) => role !== ''))].sort().join(','))
}

function nodeAddress(node: KubeObject, type: string): string {
  const found = objectsOf(status(node), 'addresses').find((each) => textOf(each, 'type') === type)
  return found === undefined ? '<none>' : textOf(found, 'address')
}

function nodeFact(node: KubeObject, key: string): string {
  return textOf(objectOf(status(node), 'nodeInfo'), key) || '<unknown>'
}

/** Both groups of events; the newer one calls its members differently. */
function eventColumns(names: EventNames): readonly TableColumn[] {
  const about = (event: KubeObject): JsonObject | undefined => objectOf(event, names.object)
  const first = (event: KubeObject, now: number): string =>
    age(textOf(event, names.first) || textOf(event, 'eventTime'), now)
  const last = (event: KubeObject, now: number): string => {
    const series = objectOf(event, 'series')
    if (series !== undefined) return age(textOf(series, 'lastObservedTime'), now)
    const seen = textOf(event, names.last)
    return seen === '' ? first(event, now) : age(seen, now)
  }
  return [
    column('Last Seen', last),
    column('Type', path('type')),
    column('Reason', path('reason')),
    column('Object', (event) => {
      const [kind, name] = [textOf(about(event), 'kind').toLowerCase(), textOf(about(event), 'name')]
      return name === '' ? kind : `${kind}/${name}`
    }),
    wide('Subobject', (event) => textOf(about(event), 'fieldPath')),
    wide('Source', (event) => {
      const source = objectOf(event, names.source)
      const component = textOf(source, 'component') || textOf(event, names.component)
      const host = textOf(source, 'host') || textOf(event, 'reportingInstance')
      return host === '' ? component : `${component}, ${host}`
    }),
    column('Message', (event) => textOf(event, names.message).trim()),
    wide('First Seen', first),
    wide('Count', (event) => {
      const series = objectOf(event, 'series')
      if (series !== undefined) return numberOf(series, 'count') ?? 0
      return numberOf(event, names.count) || 1
    }),
    { ...wide('Name', path('metadata', 'name')), format: 'name' },
  ]
}

interface EventNames {
  readonly object: string
  readonly message: string
  readonly source: string
  readonly component: string
  readonly first: string
  readonly last: string
  readonly count: string
}

export const coreEventColumns: readonly TableColumn[] = eventColumns({
  object: 'involvedObject',
  message: 'message',
  source: 'source',
  component: 'reportingComponent',
  first: 'firstTimestamp',
  last: 'lastTimestamp',
  count: 'count',
})

export const newerEventColumns: readonly TableColumn[] = eventColumns({
  object: 'regarding',
  message: 'note',
  source: 'deprecatedSource',
  component: 'reportingController',
  first: 'deprecatedFirstTimestamp',
  last: 'deprecatedLastTimestamp',
  count: 'deprecatedCount',
})

export const leaseColumns: readonly TableColumn[] = [
  nameColumn,
  column('Holder', path('spec', 'holderIdentity')),
  ageColumn,
]

export const roleBindingColumns: readonly TableColumn[] = [
  nameColumn,
  column('Role', (object) => {
    const role = objectOf(object, 'roleRef')
    return `${textOf(role, 'kind')}/${textOf(role, 'name')}`
  }),
  ageColumn,
  wide('Users', (object) => subjects(object, 'User')),
  wide('Groups', (object) => subjects(object, 'Group')),
  wide('ServiceAccounts', (object) => subjects(object, 'ServiceAccount')),
]

function subjects(binding: KubeObject, kind: string): string {
  return objectsOf(binding, 'subjects')
    .filter((subject) => textOf(subject, 'kind') === kind)
    .map((subject) => {
      const namespaced = kind === 'ServiceAccount' ? `${textOf(subject, 'namespace')}/` : ''
      return `${namespaced}${textOf(subject, 'name')}`
    })
    .join(', ')
}

export const resourceQuotaColumns: readonly TableColumn[] = [
  nameColumn,
  column('Request', (object) =>
    quotas(object)
      .filter(({ limit }) => !limit)
      .map(({ text }) => text)
      .join(', '),
  ),
  column('Limit', (object) =>
    quotas(object)
      .filter(({ limit }) => limit)
      .map(({ text }) => text)
      .join(', '),
  ),
  ageColumn,
]

function quotas(quota: KubeObject): readonly { readonly limit: boolean; readonly text: string }[] {
  const [hard, used] = [objectOf(status(quota), 'hard'), objectOf(status(quota), 'used')]
  return Object.keys(hard ?? {})
    .sort()
    .map((name) => ({
      limit: name.startsWith('limits.'),
      text: `${name}: ${textOf(used, name) || '0'}/${textOf(hard, name)}`,
    }))
}

export const priorityClassColumns: readonly TableColumn[] = [
  nameColumn,
  column('Value', (object) => numberOf(object, 'value') ?? 0, 'integer'),
  column('Global-Default', (object) => memberOf(object, 'globalDefault') === true, 'boolean'),
  ageColumn,
  column('PreemptionPolicy', path('preemptionPolicy')),
]

export const runtimeClassColumns: readonly TableColumn[] = [
  nameColumn,
  column('Handler', path('handler')),
  ageColumn,
]

export const apiServiceColumns: readonly TableColumn[] = [
  nameColumn,
  column('Service', (object) => {
    const service = objectOf(spec(object), 'service')
    return service === undefined ? 'Local' : `${textOf(service, 'namespace')}/${textOf(service, 'name')}`
  }),
  column('Available', (object) => {
    const condition = objectsOf(status(object), 'conditions').find(
      (each) => textOf(each, 'type') === 'Available',
    )
    const [value, reason] = [textOf(condition, 'status') || 'Unknown', textOf(condition, 'reason')]
    return value === 'True' || reason === '' ? value : `${value} (${reason})`
  }),
  ageColumn,
]

export const signingRequestColumns: readonly TableColumn[] = [
  nameColumn,
  ageColumn,
  column('SignerName', (object) => orNone(textOf(spec(object), 'signerName'))),
  column('Requestor', path('spec', 'username')),
  column('RequestedDuration', (object, now) => {
    const seconds = numberOf(spec(object), 'expirationSeconds')
    return seconds === undefined ? '<none>' : age(new Date(now - seconds * 1000).toISOString(), now)
  }),
  column('Condition', signingStatus),
]

function signingStatus(request: KubeObject): string {
  const has = (type: string): boolean =>
    objectsOf(status(request), 'conditions').some((condition) => textOf(condition, 'type') === type)
  const decision = has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending'
  const failed = has('Failed') ? ',Failed' : ''
  return `${decision}${failed}${textOf(status(request), 'certificate') === '' ? '' : ',Issued'}`
}

export const trustBundleColumns: readonly TableColumn[] = [
  nameColumn,
  column('SignerName', path('spec', 'signerName')),
]

export const webhookColumns: readonly TableColumn[] = [
  nameColumn,
  column('Webhooks', (object) => objectsOf(object, 'webhooks').length, 'integer'),
  ageColumn,
]

/** Policies of both kinds; `rules` names their list of rules. */
export function policyColumns(title: string, rules: string): readonly TableColumn[] {
  return [
    nameColumn,
    column(title, (object) => objectsOf(spec(object), rules).length, 'integer'),
    column('ParamKind', (object) => {
      const kind = objectOf(spec(object), 'paramKind')
      return kind === undefined ? '<unset>' : `${textOf(kind, 'apiVersion')}/${textOf(kind, 'kind')}`
    }),
    ageColumn,
  ]
}

export const policyBindingColumns: readonly TableColumn[] = [
  nameColumn,
  column('PolicyName', path('spec', 'policyName')),
  column('ParamRef', (object) => {
    const reference = objectOf(spec(object), 'paramRef')
    const name = textOf(reference, 'name')
    if (name === '') return '<unset>'
    return `${textOf(reference, 'namespace') || '*'}/${name}`
  }),
  ageColumn,
]

export const leaseCandidateColumns: readonly TableColumn[] = [
  nameColumn,
  column('LeaseName', path('spec', 'leaseName')),
  column('BinaryVersion', path('spec', 'binaryVersion')),
  column('EmulationVersion', path('spec', 'emulationVersion')),
  ageColumn,
]

export const flowSchemaColumns: readonly TableColumn[] = [
  nameColumn,
  column('PriorityLevel', path('spec', 'priorityLevelConfiguration', 'name')),
  column('MatchingPrecedence', (object) => numberOf(spec(object), 'matchingPrecedence') ?? 0),
  column('DistinguisherMethod', (object) => {
    const method = objectOf(spec(object), 'distinguisherMethod')
    return method === undefined ? '<none>' : textOf(method, 'type')
  }),
  ageColumn,
  column('MissingPL', (object) => {
    const dangling = objectsOf(status(object), 'conditions').find(
      (each) => textOf(each, 'type') === 'Dangling',
    )
    return dangling === undefined ? '?' : textOf(dangling, 'status')
  }),
]

const limited = (object: KubeObject): JsonObject | undefined => objectOf(spec(object), 'limited')
const queuing = (object: KubeObject): JsonObject | undefined =>
  objectOf(objectOf(limited(object), 'limitResponse'), 'queuing')

export const priorityLevelColumns: readonly TableColumn[] = [
  nameColumn,
  column('Type', path('spec', 'type')),
  column(
    'NominalConcurrencyShares',
    (object) => numberOf(limited(object), 'nominalConcurrencyShares') ?? '<none>',
  ),
  column('Queues', (object) => numberOf(queuing(object), 'queues') ?? '<none>'),
  column('HandSize', (object) => numberOf(queuing(object), 'handSize') ?? '<none>'),
  column('QueueLengthLimit', (object) => numberOf(queuing(object), 'queueLengthLimit') ?? '<none>'),
  ageColumn,
]
