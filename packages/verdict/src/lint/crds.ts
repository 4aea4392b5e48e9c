import { type Fields, fieldsOf, isFields, listOf, textAt, valueAt } from '../foreign/value.ts'
import type { LintSubject } from './lint-subject.ts'
import type { Path } from './path.ts'
import type { Breach, StateRule } from './rule.ts'

/** One version of a CRD that is served, and what its schema says about the status. */
interface Version {
  readonly name: string
  readonly path: Path
  readonly fields: Fields
  /** Absent: the schema has no status, or none that can be looked into. */
  readonly status: Fields | undefined
  readonly statusPath: Path
}

const schemaPath = ['schema', 'openAPIV3Schema', 'properties', 'status'] as const

function versionsOf({ spec }: LintSubject): readonly Version[] {
  return listOf(spec['versions']).flatMap((fields, at) => {
    if (!isFields(fields) || fields['served'] === false) return []
    const path = ['spec', 'versions', at]
    const status = valueAt(fields, schemaPath.join('.'))
    return [
      {
        name: textAt(fields, 'name'),
        path,
        fields,
        status: isFields(status) ? status : undefined,
        statusPath: [...path, ...schemaPath],
      },
    ]
  })
}

const eachVersion =
  (find: (version: Version) => readonly Breach[]): StateRule['find'] =>
  (subject) =>
    versionsOf(subject).flatMap(find)

const propertyOf = (schema: Fields, name: string): Fields | undefined => {
  const property = fieldsOf(schema['properties'])[name]
  return isFields(property) ? property : undefined
}

// Conditions of the object, and those of entries that report apart: of parents, of listeners.
function conditionSchemas(status: Fields): readonly Fields[] {
  const entries = Object.values(fieldsOf(status['properties'])).flatMap((property): readonly Fields[] => {
    const found = propertyOf(fieldsOf(fieldsOf(property)['items']), 'conditions')
    return found === undefined ? [] : [found]
  })
  const own = propertyOf(status, 'conditions')
  return own === undefined ? entries : [own, ...entries]
}

// The older model of Cluster API: its shape is a contract that nobody can change any more.
const isOlderModel = (conditions: Fields): boolean =>
  propertyOf(fieldsOf(conditions['items']), 'severity') !== undefined

const isOpen = (schema: Fields): boolean => schema['x-kubernetes-preserve-unknown-fields'] === true

const required = ['type', 'status', 'reason', 'message', 'lastTransitionTime'] as const

/** A CRD makes it possible to keep the conventions. */
export const crdRules: readonly StateRule[] = [
  {
    id: 'crd-without-status-subresource',
    severity: 'error',
    on: 'crd',
    title: 'A kind with a status has the status subresource',
    why: 'Without it every write of the status changes the generation, writers of spec and status overwrite each other, and nobody can be allowed the one without the other.',
    fix: 'Add subresources: { status: {} } to the version.',
    find: eachVersion(({ name, path, fields, status }) =>
      status !== undefined && !isFields(valueAt(fields, 'subresources.status'))
        ? [{ path, says: `Version ${name} has a status and no status subresource` }]
        : [],
    ),
  },
  {
    id: 'crd-without-conditions',
    severity: 'warning',
    on: 'crd',
    title: 'A status has conditions',
    why: 'What has no conditions cannot be waited for, alerted on or explained without knowing the kind.',
    fix: 'Add a list conditions of metav1.Condition to the status.',
    find: eachVersion(({ name, status, statusPath }) =>
      status !== undefined && !isOpen(status) && conditionSchemas(status).length === 0
        ? [{ path: statusPath, says: `The status of version ${name} has no conditions` }]
        : [],
    ),
  },
  {
    id: 'crd-conditions-not-a-map',
    severity: 'error',
    on: 'crd',
    title: 'Conditions are a map list with the key type',
    why: 'Otherwise server-side apply replaces the whole list: two programs that each own a condition remove each other’s, and one type can be there twice.',
    fix: 'Add x-kubernetes-list-type: map and x-kubernetes-list-map-keys: [type].',
    find: eachVersion(({ name, status, statusPath }) => {
      const conditions = status === undefined ? undefined : propertyOf(status, 'conditions')
      if (conditions === undefined || conditions['type'] !== 'array' || isOlderModel(conditions)) return []
      const keys = listOf(conditions['x-kubernetes-list-map-keys'])
      const merged = conditions['x-kubernetes-list-type'] === 'map' && keys.length === 1 && keys[0] === 'type'
      const path = [...statusPath, 'properties', 'conditions']
      return merged ? [] : [{ path, says: `The conditions of version ${name} are merged as a whole` }]
    }),
  },
  {
    id: 'crd-condition-schema-loose',
    severity: 'warning',
    on: 'crd',
    title: 'The schema of a condition asks for what every condition has',
    why: 'A condition without reason or time, or with the status "ready", is stored without a word, and its readers stumble.',
    fix: 'Use the schema of metav1.Condition: five required fields, and the three answers as an enum of status.',
    find: eachVersion(({ name, status, statusPath }) => {
      const conditions = status === undefined ? undefined : propertyOf(status, 'conditions')
      const items = conditions === undefined ? undefined : conditions['items']
      if (!isFields(items) || propertyOf(items, 'severity') !== undefined) return []
      const asked = listOf(items['required'])
      const lacking = required.filter((each) => !asked.includes(each))
      const answers = listOf(propertyOf(items, 'status')?.['enum'])
      const loose = [
        ...(lacking.length === 0 ? [] : [`does not require ${lacking.join(', ')}`]),
        ...(answers.length === 3 ? [] : ['takes any status']),
      ]
      const path = [...statusPath, 'properties', 'conditions', 'items']
      return loose.length === 0
        ? []
        : [{ path, says: `A condition of version ${name} ${loose.join(' and ')}` }]
    }),
  },
  {
    id: 'crd-without-observed-generation',
    severity: 'warning',
    on: 'crd',
    title: 'A status can say which generation it is about',
    why: 'Without it nobody can tell a report about the present spec from one about an older one.',
    fix: 'Add observedGeneration (an integer, format int64) to the status or to its conditions.',
    find: eachVersion(({ name, status, statusPath }) => {
      if (status === undefined || isOpen(status)) return []
      const places = [status, ...conditionSchemas(status).map((conditions) => fieldsOf(conditions['items']))]
      if (places.some((schema) => isOpen(schema) || propertyOf(schema, 'observedGeneration') !== undefined))
        return []
      return [{ path: statusPath, says: `The status of version ${name} has no place for a generation` }]
    }),
  },
  {
    id: 'crd-without-condition-column',
    severity: 'note',
    on: 'crd',
    title: 'kubectl get shows the state',
    why: 'With name and age alone, everybody has to open every object to see whether it is well.',
    fix: 'Add a printer column such as .status.conditions[?(@.type=="Ready")].status.',
    find: eachVersion(({ name, path, fields, status }) => {
      const paths = listOf(fields['additionalPrinterColumns']).map((column) => textAt(column, 'jsonPath'))
      return status === undefined || paths.some((each) => each.startsWith('.status'))
        ? []
        : [{ path, says: `Version ${name} prints no column of the status` }]
    }),
  },
]
