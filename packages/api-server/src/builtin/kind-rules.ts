import type { FieldError } from '../errors/field-error.ts'
import type { Json, KubeObject } from '../json/json.ts'
import type { Behaviour, Resource, ScalePaths } from '../resources/resource.ts'
import type { Allocate } from './allocate.ts'
import type { Draft } from './draft.ts'
import type { NameRule } from './validation/name-rules.ts'

/** What is written by hand for one kind. Everything left out means: as most kinds do. */
export interface KindRules {
  /** Absent: a DNS subdomain. */
  readonly name?: NameRule
  /** Fills, in place, what a client may leave out. Gets the canonical form; may run on an object that already has it. */
  readonly defaults?: (draft: Draft) => void
  /** Changes, in place, what a client may not decide. The status is already reset where the kind has a `/status`. */
  readonly prepareForCreate?: (draft: Draft, now: number) => void
  readonly prepareForUpdate?: (draft: Draft, old: KubeObject, now: number) => void
  readonly prepareForStatusUpdate?: (draft: Draft, old: KubeObject, now: number) => void
  /** `kept`: what a client says about status at creation stands (Node). */
  readonly statusAtCreation?: 'kept'
  readonly checksMetadata?: Behaviour['checksMetadata']
  /** What is wrong with the object apart from its metadata; asked at creation and, with `old`, at every update. */
  readonly validate?: (object: KubeObject, old?: KubeObject) => readonly FieldError[]
  /** What may not change. */
  readonly validateUpdate?: (object: KubeObject, old: KubeObject) => readonly FieldError[]
  readonly validateStatusUpdate?: (object: KubeObject, old: KubeObject) => readonly FieldError[]
  /** Sent with every answer about the kind. */
  readonly deprecationWarning?: string
  readonly warnings?: NonNullable<Behaviour['warnings']>
  /** The value whose change bumps the generation. Absent: the kind has none. */
  readonly generationOf?: (object: KubeObject) => Json
  readonly gracePeriodSeconds?: (object: KubeObject) => number
  readonly scale?: ScalePaths
  /** Field selector keys and how to read them. */
  readonly selectableFields?: Readonly<Record<string, (object: KubeObject) => string>>
  readonly prepareForDelete?: (draft: Draft, now: number) => void
  readonly held?: Behaviour['held']
  /** Takes from a shared pool; see `allocate.ts`. */
  readonly allocate?: Allocate
  readonly convert?: Resource['convert']
  readonly defaultPropagation?: Behaviour['defaultPropagation']
  readonly ignoresPropagation?: true
  readonly ignoresGenerateName?: true
}
