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

/** Writes the operations on one version of one resource. */
export class OperationWriter {
  readonly #resource: Resource
  readonly #version: ResourceVersion
  readonly #components: KindComponents
  readonly #patchTypes: readonly string[]

  constructor(resource: Resource, version: ResourceVersion, components: KindComponents) {
    this.#resource = resource
    this.#version = version
    this.#components = components
    this.#patchTypes = resource.origin === 'builtin' ? builtinPatchTypes : customPatchTypes
  }

  can(verb: string): boolean {
    const verbs: readonly string[] = this.#resource.verbs ?? resourceVerbs
    return verbs.includes(verb)
  }

  list(suffix: string): Operation {
    return {
      ...this.#operation('get', 'list', suffix),
      parameters: listParameters,
      answer: this.#components.list,
    }
  }

  collection(): readonly Operation[] {
    const { object } = this.#components
    const creation = { parameters: writeParameters, body: object, answer: object }
    const removal = { parameters: [...deleteParameters, ...listParameters] }
    return [
      ...(this.can('list') ? [this.list('')] : []),
      ...(this.can('create') ? [{ ...this.#operation('post', 'post', ''), ...creation }] : []),
      ...(this.can('deletecollection')
        ? [{ ...this.#operation('delete', 'deletecollection', ''), ...removal }]
        : []),
    ]
  }

  item(): readonly Operation[] {
    return [
      ...this.readWrite('').filter(({ action }) => this.can(action === 'put' ? 'update' : action)),
      ...(this.can('delete')
        ? [{ ...this.#operation('delete', 'delete', ''), parameters: deleteParameters }]
        : []),
    ]
  }

  readWrite(suffix: string): readonly Operation[] {
    const { object } = this.#components
    const patch = { parameters: patchParameters, patchTypes: this.#patchTypes, answer: object }
    return [
      { ...this.#operation('get', 'get', suffix), answer: object },
      { ...this.#operation('put', 'put', suffix), parameters: writeParameters, body: object, answer: object },
      { ...this.#operation('patch', 'patch', suffix), ...patch },
    ]
  }

  scale(): readonly Operation[] {
    const scale = 'io.k8s.api.autoscaling.v1.Scale'
    return this.readWrite('Scale').map(({ body, ...rest }) => ({
      ...rest,
      // A custom resource names itself there, not what it answers with.
      ...(this.#resource.origin === 'builtin' && {
        groupVersionKind: { group: 'autoscaling', kind: 'Scale', version: 'v1' },
      }),
      answer: scale,
      ...(body !== undefined && { body: scale }),
    }))
  }

  subresource(subresource: Subresource): readonly Operation[] {
    return subresource.verbs.map((verb) => {
      const { group, version, kind } = subresource
      const described = this.#operation(methods[verb], methods[verb], capitalised(subresource.name))
      const about = { ...described, groupVersionKind: { group, kind, version } }
      if (kind.endsWith('Options')) return { ...about, action: 'connect' }
      const definition = subresourceComponent(subresource)
      return {
        ...about,
        parameters: verb === 'get' || verb === 'delete' ? [] : writeParameters,
        ...(definition !== undefined && { answer: componentName(definition) }),
        ...(definition !== undefined && verb !== 'get' && { body: componentName(definition) }),
        ...(verb === 'patch' && { patchTypes: this.#patchTypes }),
      }
    })
  }

  #operation(method: Operation['method'], action: string, suffix: string): Operation {
    const { group, kind, scope } = this.#resource
    const place = scope === 'Namespaced' ? 'Namespaced' : ''
    const version = this.#version.name
    const words = [group === '' ? 'core' : (group.split('.')[0] ?? ''), version].map(capitalised).join('')
    return {
      method,
      action,
      id: `${operationVerbs[action] ?? action}${words}${place}${kind}${suffix}`,
      groupVersionKind: { group, kind, version },
      parameters: [],
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

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
