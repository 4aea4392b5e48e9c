import type { JsonObject, KubeObject } from '../../json/json.ts'
import type { TableColumn } from '../../resources/resource.ts'
import { memberOf, numberOf, objectOf, objectsOf, textOf } from '../validation/read.ts'
import { formatAge } from './age.ts'
import { age, ageColumn, column, nameColumn, orNone, wide } from './column.ts'
import { formatLabels, formatSelector, selectorText } from './labels.ts'
import { formatRestarts, podState } from './pod-state.ts'

const spec = (object: KubeObject): JsonObject | undefined => objectOf(object, 'spec')
const status = (object: KubeObject): JsonObject | undefined => objectOf(object, 'status')
const count = (object: JsonObject | undefined, key: string): number => numberOf(object, key) ?? 0
const template = (object: KubeObject): JsonObject | undefined => objectOf(spec(object), 'template')

/** The three columns about the pods a workload makes. `pods` finds the template. */
function podColumns(pods: (object: KubeObject) => JsonObject | undefined): readonly TableColumn[] {
  const containers = (object: KubeObject) => objectsOf(objectOf(pods(object), 'spec'), 'containers')
  const each = (key: string) => (object: KubeObject) =>
    containers(object)
      .map((container) => textOf(container, key))
      .join(',')
  return [wide('Containers', each('name')), wide('Images', each('image'))]
}

const selectorColumn = wide('Selector', (object) => formatSelector(objectOf(spec(object), 'selector')))

export const podColumnsOfTable: readonly TableColumn[] = [
  nameColumn,
  column('Ready', (pod) => {
    const { ready, containers } = podState(pod)
    return `${ready}/${containers}`
  }),
  column('Status', (pod) => podState(pod).reason),
  column('Restarts', (pod, now) => formatRestarts(podState(pod), now)),
  ageColumn,
  wide('IP', (pod) => orNone(textOf(objectsOf(status(pod), 'podIPs')[0], 'ip'))),
  wide('Node', (pod) => orNone(textOf(spec(pod), 'nodeName'))),
  wide('Nominated Node', (pod) => orNone(textOf(status(pod), 'nominatedNodeName'))),
  wide('Readiness Gates', readinessGates),
]

function readinessGates(pod: KubeObject): string {
  const gates = objectsOf(spec(pod), 'readinessGates').map((gate) => textOf(gate, 'conditionType'))
  if (gates.length === 0) return '<none>'
  const conditions = objectsOf(status(pod), 'conditions')
  const open = gates.filter(
    (gate) =>
      textOf(
        conditions.find((condition) => textOf(condition, 'type') === gate),
        'status',
      ) === 'True',
  )
  return `${open.length}/${gates.length}`
}

export const podTemplateColumns: readonly TableColumn[] = [
  nameColumn,
  ...podColumns((object) => objectOf(object, 'template')).map((each) => ({ ...each, priority: 0 })),
  column('Pod Labels', (object) =>
    formatLabels(objectOf(objectOf(objectOf(object, 'template'), 'metadata'), 'labels')),
  ),
]

export const deploymentColumns: readonly TableColumn[] = [
  nameColumn,
  column('Ready', (object) => `${count(status(object), 'readyReplicas')}/${count(spec(object), 'replicas')}`),
  column('Up-to-date', (object) => count(status(object), 'updatedReplicas')),
  column('Available', (object) => count(status(object), 'availableReplicas')),
  ageColumn,
  ...podColumns(template),
  wide('Selector', (object) => selectorText(objectOf(spec(object), 'selector'))),
]

export const replicaSetColumns: readonly TableColumn[] = [
  nameColumn,
  column('Desired', (object) => count(spec(object), 'replicas'), 'integer'),
  column('Current', (object) => count(status(object), 'replicas'), 'integer'),
  column('Ready', (object) => count(status(object), 'readyReplicas'), 'integer'),
  ageColumn,
  ...podColumns(template),
  selectorColumn,
]

export const replicationControllerColumns: readonly TableColumn[] = [
  ...replicaSetColumns.slice(0, -1),
  wide('Selector', (object) => formatLabels(objectOf(spec(object), 'selector'))),
]

export const statefulSetColumns: readonly TableColumn[] = [
  nameColumn,
  column('Ready', (object) => `${count(status(object), 'readyReplicas')}/${count(spec(object), 'replicas')}`),
  ageColumn,
  ...podColumns(template),
]

const scheduled = (name: string, key: string): TableColumn =>
  column(name, (object) => count(status(object), key), 'integer')

export const daemonSetColumns: readonly TableColumn[] = [
  nameColumn,
  scheduled('Desired', 'desiredNumberScheduled'),
  scheduled('Current', 'currentNumberScheduled'),
  scheduled('Ready', 'numberReady'),
  scheduled('Up-to-date', 'updatedNumberScheduled'),
  scheduled('Available', 'numberAvailable'),
  column('Node Selector', (object) =>
    formatLabels(objectOf(objectOf(template(object), 'spec'), 'nodeSelector')),
  ),
  ageColumn,
  ...podColumns(template),
  selectorColumn,
]

export const jobColumns: readonly TableColumn[] = [
  nameColumn,
  column('Status', jobStatus),
  column('Completions', jobCompletions),
  column('Duration', jobDuration),
  ageColumn,
  ...podColumns(template),
  selectorColumn,
]

function jobStatus(job: KubeObject): string {
  const holds = (type: string): boolean =>
    objectsOf(status(job), 'conditions').some(
      (condition) => textOf(condition, 'type') === type && textOf(condition, 'status') === 'True',
    )
  if (holds('Complete')) return 'Complete'
  if (holds('Failed')) return 'Failed'
  if (textOf(job.metadata, 'deletionTimestamp') !== '') return 'Terminating'
  return ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'].find(holds) ?? 'Running'
}

function jobCompletions(job: KubeObject): string {
  const done = count(status(job), 'succeeded')
  const wanted = numberOf(spec(job), 'completions')
  if (wanted !== undefined) return `${done}/${wanted}`
  const parallelism = count(spec(job), 'parallelism')
  return parallelism > 1 ? `${done}/1 of ${parallelism}` : `${done}/1`
}

function jobDuration(job: KubeObject, now: number): string {
  const start = textOf(status(job), 'startTime')
  if (start === '') return ''
  const end = textOf(status(job), 'completionTime')
  return end === '' ? age(start, now) : formatAge(Date.parse(end) - Date.parse(start))
}

const jobTemplate = (object: KubeObject): JsonObject | undefined =>
  objectOf(objectOf(spec(object), 'jobTemplate'), 'spec')

export const cronJobColumns: readonly TableColumn[] = [
  nameColumn,
  column('Schedule', (object) => textOf(spec(object), 'schedule')),
  column('Timezone', (object) => orNone(textOf(spec(object), 'timeZone'))),
  column('Suspend', (object) => suspended(memberOf(spec(object), 'suspend')), 'boolean'),
  column('Active', (object) => objectsOf(status(object), 'active').length, 'integer'),
  column('Last Schedule', (object, now) => {
    const last = textOf(status(object), 'lastScheduleTime')
    return last === '' ? '<none>' : age(last, now)
  }),
  ageColumn,
  ...podColumns((object) => objectOf(jobTemplate(object), 'template')),
  wide('Selector', (object) => formatSelector(objectOf(jobTemplate(object), 'selector'))),
]

/** Text, although the column is declared boolean: that is how Kubernetes sends it. */
function suspended(value: unknown): string {
  if (value === undefined) return '<unset>'
  return value === true ? 'True' : 'False'
}

export const controllerRevisionColumns: readonly TableColumn[] = [
  nameColumn,
  column('Controller', ({ metadata }) => {
    const owner = objectsOf(metadata, 'ownerReferences').find((each) => memberOf(each, 'controller') === true)
    if (owner === undefined) return '<none>'
    const group = textOf(owner, 'apiVersion').split('/').at(-2)
    const kind = textOf(owner, 'kind') + (group === undefined ? '' : `.${group}`)
    return `${kind.toLowerCase()}/${textOf(owner, 'name')}`
  }),
  column('Revision', (object) => count(object, 'revision')),
  ageColumn,
]
