import type { FieldError } from '../errors/field-error.ts'
import type { Json, KubeObject } from '../json/json.ts'
import type { Schema } from '../schema/schema.ts'

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
}

/** Where a scale subresource finds its numbers, as Kubernetes JSON paths. */
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
  /** Shapes a new object before validation (drops what clients may not set). */
  readonly prepareForCreate?: (object: KubeObject, now: number) => KubeObject
  readonly prepareForUpdate?: (object: KubeObject, old: KubeObject, now: number) => KubeObject
  readonly validateCreate?: (object: KubeObject) => readonly FieldError[]
  readonly validateUpdate?: (object: KubeObject, old: KubeObject) => readonly FieldError[]
  /** Why `name` is not a valid name for this kind; empty when it is. */
  readonly validateName: (name: string) => readonly string[]
  /** Warnings for the client, sent as Warning headers. */
  readonly warnings?: (object: KubeObject) => readonly string[]
  /** The value whose change bumps metadata.generation; absent: the kind never has a generation. */
  readonly generationOf?: (object: KubeObject) => Json
  readonly allowsUnconditionalUpdate: boolean
  readonly createsOnUpdate: boolean
  /** DELETE answers with the object instead of a Status. */
  readonly returnsDeletedObject: boolean
  readonly defaultPropagation: 'Background' | 'Orphan'
  /** Seconds of grace a delete leaves by default; absent: deletion is immediate. */
  readonly gracePeriodSeconds?: (object: KubeObject) => number
}
