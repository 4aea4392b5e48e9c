import type { FieldError } from '../errors/field-error.ts'
import type { Json, KubeObject } from '../json/json.ts'
import type { Schema } from '../schema/schema.ts'

/** What a client can ask of a resource, as discovery and RBAC spell it. */
export const resourceVerbs = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
] as const

export type ResourceVerb = (typeof resourceVerbs)[number]

/**
 * One resource that the server serves, built in or defined by a CustomResourceDefinition. Handlers know resources only
 * through this description: no handler asks for a kind by name.
 */
export interface Resource {
  readonly group: string
  readonly kind: string
  readonly listKind: string
  readonly plural: string
  readonly singular: string
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly scope: 'Namespaced' | 'Cluster'
  readonly origin: 'builtin' | 'custom'
  readonly storageVersion: string
  /** In order of Kubernetes priority, most preferred first. Only served versions. */
  readonly versions: readonly ResourceVersion[]
  readonly behaviour: Behaviour
  /** Absent: all of them. A review can only be created. */
  readonly verbs?: readonly ResourceVerb[]
  /** `false`: answers are computed and nothing is kept (reviews). */
  readonly stored?: false
  /** The resource that holds the objects, where it is another one: `events.k8s.io` shows what the core group stores. */
  readonly storedAs?: { readonly group: string; readonly plural: string }
  /**
   * Rewrites an object of any version of this resource (or of the one it is stored as) into `apiVersion`. Absent: the
   * versions differ in nothing but their name.
   */
  readonly convert?: (object: KubeObject, apiVersion: string) => KubeObject
  /** As `convert`, by asking somebody outside (a conversion webhook); answers in the order asked. */
  readonly convertRemotely?: (
    objects: readonly KubeObject[],
    apiVersion: string,
  ) => Promise<readonly KubeObject[]>
  /** What objects keep when they are stored: the version they are stored in need not be served. */
  readonly completeForStorage?: (object: KubeObject) => KubeObject
  /** Its definition is being deleted: nothing can be created any more. */
  readonly terminating?: true
}

export interface ResourceVersion {
  readonly name: string
  readonly schema: Schema
  /** Sent as a Warning header with every request to this version. */
  readonly deprecationWarning?: string
  readonly status: boolean
  readonly scale?: ScalePaths
  readonly columns: readonly TableColumn[]
  /** Field selector keys besides `metadata.name` and `metadata.namespace`, each with how to read it ('' when absent). */
  readonly selectableFields: ReadonlyMap<string, (object: KubeObject) => string>
  /** Subresources besides `status` and `scale`, in the order discovery lists them. */
  readonly subresources?: readonly Subresource[]
  /**
   * An object of another version, or stored under an earlier schema, as this version shows it: without what the schema
   * does not know and with its defaults. Gives the same object back when nothing changes.
   */
  readonly completeOnRead?: (object: KubeObject) => KubeObject
  /** The status of a new object, by the defaults of its schema. */
  readonly firstStatus?: Json
}

/** A subresource with a body of its own kind (`pods/eviction`: policy/v1 Eviction; `namespaces/finalize`: the object itself). */
export interface Subresource {
  readonly name: string
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly verbs: readonly ('create' | 'get' | 'update' | 'patch' | 'delete')[]
  /** The schema of its body; absent: that of the parent. */
  readonly schema?: Schema
}

/** Where a scale subresource finds its numbers, as Kubernetes JSON paths. The selector may be a string or a LabelSelector. */
export interface ScalePaths {
  readonly specReplicas: string
  readonly statusReplicas: string
  readonly labelSelector?: string
}

/** A column of a Table. `cell` gets the object in the requested version and the present instant (ms) for ages. */
export interface TableColumn {
  readonly name: string
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date'
  readonly format: string
  readonly description: string
  readonly priority: number
  readonly cell: (object: KubeObject, now: number) => Json
}

/** What differs from kind to kind. Every function is pure: object in, object out; time is an argument. */
export interface Behaviour {
  /** Fills what a client may leave out, beyond the schema's own defaults. */
  readonly applyDefaults?: (object: KubeObject) => KubeObject
  /** An object without content as the server would hold it; absent: nothing but kind, version and empty metadata. */
  readonly blank?: (apiVersion: string) => KubeObject
  /** Shapes a new object before validation (drops what clients may not set). */
  readonly prepareForCreate?: (object: KubeObject, now: number) => KubeObject
  readonly prepareForUpdate?: (object: KubeObject, old: KubeObject, now: number) => KubeObject
  /** Shapes what a client sends to `/status`. Absent: `status` of the request, everything else of the old object. */
  readonly prepareForStatusUpdate?: (object: KubeObject, old: KubeObject, now: number) => KubeObject
  readonly validateCreate?: (object: KubeObject) => readonly FieldError[]
  readonly validateUpdate?: (object: KubeObject, old: KubeObject) => readonly FieldError[]
  readonly validateStatusUpdate?: (object: KubeObject, old: KubeObject) => readonly FieldError[]
  /** `last`: what is wrong with the metadata is told only where nothing else is wrong (PodDisruptionBudgets, Events). */
  readonly checksMetadata?: 'last'
  /** Why `name` is not a valid name for this kind; empty when it is. */
  readonly validateName: (name: string) => readonly string[]
  /** Warnings for the client, sent as Warning headers. */
  readonly warnings?: (object: KubeObject, old?: KubeObject) => readonly string[]
  /** The value whose change bumps metadata.generation; absent: the kind never has a generation. */
  readonly generationOf?: (object: KubeObject) => Json
  readonly allowsUnconditionalUpdate: boolean
  readonly createsOnUpdate: boolean
  /** DELETE answers with the object instead of a Status. */
  readonly returnsDeletedObject: boolean
  readonly defaultPropagation: 'Background' | 'Orphan'
  /** What a client hears who deletes without saying what becomes of dependents. */
  readonly unsaidPropagation?: string
  /** `true`: propagation policies have no effect (Events, CustomResourceDefinitions). */
  readonly ignoresPropagation?: true
  /** `true`: `metadata.generateName` makes no name (CustomResourceDefinitions, APIServices). */
  readonly ignoresGenerateName?: true
  /** What a delete changes before anything else: a Namespace becomes Terminating, a definition waits for its objects. */
  readonly prepareForDelete?: (object: KubeObject, now: number) => KubeObject
  /** Whether something besides `metadata.finalizers` keeps an object that is being deleted (a Namespace's own finalizers). */
  readonly held?: (object: KubeObject) => boolean
  /** Seconds of grace a delete leaves by default; absent: deletion is immediate. */
  readonly gracePeriodSeconds?: (object: KubeObject) => number
}
