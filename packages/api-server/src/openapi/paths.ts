import { typeRegistry } from '../builtin/types/type-registry.ts'
import type { JsonObject } from '../json/json.ts'
import {
  type Resource,
  type ResourceVersion,
  resourceVerbs,
  type Subresource,
} from '../resources/resource.ts'
import { componentName } from './component-names.ts'

/** One operation of a document, before it is written in a version of OpenAPI. */
export interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  readonly action: string
  readonly id: string
  /** Absent: about no kind. */
  readonly groupVersionKind?: JsonObject
  readonly parameters: readonly Parameter[]
  /** Component names of what is sent and answered; absent: unspecified. */
  readonly body?: string
  readonly answer?: string
  /** Media types of a patch. */
  readonly patchTypes?: readonly string[]
}

export interface Parameter {
  readonly name: string
  readonly type: 'string' | 'integer' | 'boolean'
}

/** Components that operations mention. */
export interface KindComponents {
  readonly object: string
  readonly list: string
}

const text = (name: string): Parameter => ({ name, type: 'string' })
const truth = (name: string): Parameter => ({ name, type: 'boolean' })
const number = (name: string): Parameter => ({ name, type: 'integer' })

const writeParameters = [text('dryRun'), text('fieldManager'), text('fieldValidation')]
const patchParameters = [...writeParameters, truth('force')]
const deleteParameters = [
  text('dryRun'),
  number('gracePeriodSeconds'),
  truth('orphanDependents'),
  text('propagationPolicy'),
]
const listParameters = [
  truth('allowWatchBookmarks'),
  text('continue'),
  text('fieldSelector'),
  text('labelSelector'),
  number('limit'),
  text('resourceVersion'),
  text('resourceVersionMatch'),
  truth('sendInitialEvents'),
  number('timeoutSeconds'),
  truth('watch'),
]

const builtinPatchTypes = [
  'application/apply-patch+yaml',
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
]
const customPatchTypes = builtinPatchTypes.slice(0, 3)

/** What stands at the root of a group and version: the list of its resources. */
export const rootOperation: Operation = {
  method: 'get',
  action: 'list',
  id: 'getAPIResources',
  parameters: [],
  answer: 'io.k8s.apimachinery.pkg.apis.meta.v1.APIResourceList',
}

/** The struct that is sent to a subresource, where it is one of its own and not a set of options in the address. */
export function subresourceComponent({ group, version, kind }: Subresource): string | undefined {
  if (kind.endsWith('Options')) return undefined
  return typeRegistry.definitionOf(group === '' ? version : `${group}/${version}`, kind)?.name
}

/** The operations on one version of a resource, by path. Paths are spelled as `kubectl explain` looks them up. */
export function resourcePaths(
  resource: Resource,
  version: ResourceVersion,
  components: KindComponents,
): ReadonlyMap<string, readonly Operation[]> {
  const root = resource.group === '' ? `/api/${version.name}` : `/apis/${resource.group}/${version.name}`
  const namespaced = resource.scope === 'Namespaced'
  const collection = namespaced
    ? `${root}/namespaces/{namespace}/${resource.plural}`
    : `${root}/${resource.plural}`
  const writer = operationWriter(resource, version, components)
  const paths = new Map<string, readonly Operation[]>()
  if (namespaced && writer.can('list'))
    paths.set(`${root}/${resource.plural}`, [writer.list('ForAllNamespaces')])
  paths.set(collection, writer.collection())
  paths.set(`${collection}/{name}`, writer.item(''))
  if (version.status) paths.set(`${collection}/{name}/status`, writer.readWrite('Status'))
  if (version.scale !== undefined) paths.set(`${collection}/{name}/scale`, writer.scale())
  for (const subresource of version.subresources ?? []) {
    const path = `${collection}/{name}/${subresource.name}`
    paths.set(path, writer.subresource(subresource))
    if (subresource.name === 'proxy') paths.set(`${path}/{path}`, writer.subresource(subresource))
  }
  return new Map([...paths].filter(([, operations]) => operations.length > 0))
}

interface OperationWriter {
  readonly can: (verb: string) => boolean
  readonly list: (suffix: string) => Operation
  readonly collection: () => readonly Operation[]
  readonly item: (suffix: string) => readonly Operation[]
  readonly readWrite: (suffix: string) => readonly Operation[]
  readonly scale: () => readonly Operation[]
  readonly subresource: (subresource: Subresource) => readonly Operation[]
}

function operationWriter(
  resource: Resource,
  version: ResourceVersion,
  { object, list }: KindComponents,
): OperationWriter {
  const { group, kind, scope, origin } = resource
  const verbs: readonly string[] = resource.verbs ?? resourceVerbs
  const can = (verb: string): boolean => verbs.includes(verb)
  const groupVersionKind = { group, kind, version: version.name }
  const patchTypes = origin === 'builtin' ? builtinPatchTypes : customPatchTypes
  const place = scope === 'Namespaced' ? 'Namespaced' : ''
  const groupWord = capitalised(group === '' ? 'core' : (group.split('.')[0] ?? ''))
  const id = (verb: string, suffix: string): string =>
    `${verb}${groupWord}${capitalised(version.name)}${place}${kind}${suffix}`
  const operation = (method: Operation['method'], action: string, suffix: string): Operation => ({
    method,
    action,
    id: id(operationVerbs[action] ?? action, suffix),
    groupVersionKind,
    parameters: [],
  })

  function listOperation(suffix: string): Operation {
    return { ...operation('get', 'list', suffix), parameters: listParameters, answer: list }
  }

  function readWrite(suffix: string): readonly Operation[] {
    return [
      { ...operation('get', 'get', suffix), answer: object },
      { ...operation('put', 'put', suffix), parameters: writeParameters, body: object, answer: object },
      { ...operation('patch', 'patch', suffix), parameters: patchParameters, patchTypes, answer: object },
    ]
  }

  return {
    can,
    list: listOperation,
    collection: () => [
      ...(can('list') ? [listOperation('')] : []),
      ...(can('create')
        ? [{ ...operation('post', 'post', ''), parameters: writeParameters, body: object, answer: object }]
        : []),
      ...(can('deletecollection')
        ? [
            {
              ...operation('delete', 'deletecollection', ''),
              parameters: [...deleteParameters, ...listParameters],
            },
          ]
        : []),
    ],
    item: (suffix) => [
      ...readWrite(suffix).filter(({ action }) => can(action === 'put' ? 'update' : action)),
      ...(can('delete') ? [{ ...operation('delete', 'delete', suffix), parameters: deleteParameters }] : []),
    ],
    readWrite,
    scale: () =>
      readWrite('Scale').map(({ body, ...rest }) => ({
        ...rest,
        // A custom resource names itself there, not what it answers with.
        groupVersionKind:
          origin === 'custom' ? groupVersionKind : { group: 'autoscaling', kind: 'Scale', version: 'v1' },
        answer: 'io.k8s.api.autoscaling.v1.Scale',
        ...(body !== undefined && { body: 'io.k8s.api.autoscaling.v1.Scale' }),
      })),
    subresource: (subresource) => subresource.verbs.map((verb) => subresourceOperation(subresource, verb)),
  }

  function subresourceOperation(subresource: Subresource, verb: Subresource['verbs'][number]): Operation {
    const described = operation(methods[verb], subresourceActions[verb], capitalised(subresource.name))
    const about = { group: subresource.group, kind: subresource.kind, version: subresource.version }
    if (subresource.kind.endsWith('Options'))
      return { ...described, action: 'connect', groupVersionKind: about }
    const definition = subresourceComponent(subresource)
    return {
      ...described,
      groupVersionKind: about,
      parameters: verb === 'get' || verb === 'delete' ? [] : writeParameters,
      ...(definition !== undefined && { answer: componentName(definition) }),
      ...(definition !== undefined && verb !== 'get' && { body: componentName(definition) }),
      ...(verb === 'patch' && { patchTypes }),
    }
  }
}

const operationVerbs: Readonly<Record<string, string>> = {
  list: 'list',
  post: 'create',
  deletecollection: 'deleteCollection',
  get: 'read',
  put: 'replace',
  patch: 'patch',
  delete: 'delete',
}

const methods = { create: 'post', get: 'get', update: 'put', patch: 'patch', delete: 'delete' } as const
const subresourceActions = {
  create: 'post',
  get: 'get',
  update: 'put',
  patch: 'patch',
  delete: 'delete',
} as const

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
