import type { ObjectNode, Profile, SchemaNode, Typed } from '@sitrep/status'
import type { NamedParts } from './named.ts'

/** The stages that an API server serves. The end of the document's way has the fields of its second stage, as far as they stay. */
export type ServedStage = keyof typeof columnOf

const columnOf = {
  'released-v1beta1': 1,
  'released-v1beta2': 2,
  'proposal-v1beta1': 3,
  'proposal-v1beta2': 4,
  'proposal-end': 4,
} as const

type Part = keyof NamedParts | SchemaNode<keyof NamedParts>

/** One field of a status: what it is, and its place below `status` in each served stage; empty where a stage does not have it. */
export type StatusRow = readonly [
  part: Part,
  releasedV1beta1: string,
  releasedV1beta2: string,
  proposalV1beta1: string,
  proposalV1beta2: string,
]

/** One kind in all of its stages, each field said once: the definitions and the types both come from it. */
export interface KindSchema {
  readonly group: string
  readonly kind: string
  readonly plural: string
  readonly shortNames: readonly string[]
  /** Whether `kubectl scale` is offered. */
  readonly scales: boolean
  readonly spec: ObjectNode<keyof NamedParts>
  /** The languages in which it has the failure fields of the older API. */
  readonly failures: readonly Profile[]
  /** Fields of its own that the document keeps at the top until the end of its way, and not longer. */
  readonly leaving?: readonly string[]
  /** Its own fields; those that every kind has are added. */
  readonly status: readonly StatusRow[]
}

// biome-ignore format: the tables are read as one; their columns stay aligned
const generationRows = [
  ['OldGeneration', 'observedGeneration', '',                                  'observedGeneration',     ''],
  ['Generation',    '',                   'observedGeneration',                '',                       'observedGeneration'],
] as const
// biome-ignore format: the tables are read as one; their columns stay aligned
const failureRows = [
  ['Text',          'failureReason',      'deprecated.v1beta1.failureReason',  'failureReason',          'backCompatibility.failureReason'],
  ['FailureMessage', 'failureMessage',    'deprecated.v1beta1.failureMessage', 'failureMessage',         'backCompatibility.failureMessage'],
] as const
// biome-ignore format: the tables are read as one; their columns stay aligned
const conditionRows = [
  ['OldConditions', 'conditions',         'deprecated.v1beta1.conditions',     'conditions',             'backCompatibility.conditions'],
  ['Conditions',    'v1beta2.conditions', 'conditions',                        'experimentalConditions', 'conditions'],
] as const

type SharedRow = (typeof generationRows | typeof failureRows | typeof conditionRows)[number]

// Where a stage keeps what the other stage of its language has at the top.
const setAside = /^(?:v1beta2|deprecated|backCompatibility)\./

type StatusParts = Pick<KindSchema, 'status' | 'failures' | 'leaving'>

const deprecation = 'Deprecated: for clients of v1beta1, and removed together with it.'

/** Whether a field goes away together with v1beta1. The older version says so of all such fields but its conditions, which it has no others of. */
function isLeaving(row: StatusRow, stage: ServedStage, { leaving = [] }: StatusParts): boolean {
  const [part, , released, , proposal] = row
  const newer = stage.startsWith('released') ? released : proposal
  const goes = leavesAside.test(newer) || (stage.startsWith('proposal') && leaving.includes(newer))
  return goes && !(part === 'OldConditions' && stage.endsWith('v1beta1'))
}

const leavesAside = /^(?:deprecated|backCompatibility)\./

// What every kind has, its failures where it has any in the language, and its own.
const rowsOf = ({ status, failures }: StatusParts, profile: Profile) => ({
  conditions: conditionRows,
  failures: failures.includes(profile) ? failureRows : [],
  own: status,
})

/** The status of a kind as one stage lays it out: what is set aside stands last and begins with its conditions. */
export function statusSchema(schema: StatusParts, stage: ServedStage): ObjectNode<keyof NamedParts> {
  const { conditions, failures, own } = rowsOf(schema, profileOf(stage))
  const placed = (rows: readonly StatusRow[]): readonly Placed[] =>
    rows
      .filter((row) => stage !== 'proposal-end' || !isLeaving(row, stage, schema))
      .map((row): Placed => {
        const node = nodeOf(row[0])
        const described = isLeaving(row, stage, schema) ? { ...node, description: deprecation } : node
        return { at: row[columnOf[stage]].split('.'), node: described }
      })
      .filter(({ at }) => at[0] !== '')
  const isAside = ({ at }: Placed): boolean => setAside.test(at.join('.'))
  const status = objectOf([
    ...placed([...own, ...generationRows, ...failures, ...conditions]).filter((field) => !isAside(field)),
    ...placed([...conditions, ...failures, ...own]).filter(isAside),
  ])
  return stage === 'released-v1beta2' ? neverEmpty(status) : status
}

// What was released refuses a status, or a group of first steps, in which nothing is said: it is left out instead.
function neverEmpty(status: ObjectNode<keyof NamedParts>): ObjectNode<keyof NamedParts> {
  const { initialization } = status.properties
  if (initialization === undefined) return { ...status, minProperties: 1 }
  return {
    ...status,
    properties: {
      ...status.properties,
      initialization: { ...(initialization as ObjectNode), minProperties: 1 },
    },
    minProperties: 1,
  }
}

const profileOf = (stage: ServedStage): Profile => (stage.startsWith('released') ? 'released' : 'proposal')

/** A field that both stages of a language have, in different places. */
export interface MovedField {
  readonly part: Part
  readonly older: string
  readonly newer: string
}

/** What a conversion between the two stages of a language has to move in the status of a kind. */
export function movedFields(schema: StatusParts, profile: Profile): readonly MovedField[] {
  const { conditions, failures, own } = rowsOf(schema, profile)
  return [...conditions, ...failures, ...own]
    .map((row) => ({
      part: row[0],
      older: row[columnOf[`${profile}-v1beta1`]],
      newer: row[columnOf[`${profile}-v1beta2`]],
    }))
    .filter(({ older, newer }) => older !== newer && older !== '' && newer !== '')
}

interface Placed {
  readonly at: readonly string[]
  readonly node: SchemaNode<keyof NamedParts>
}

const nodeOf = (part: Part): Placed['node'] => (typeof part === 'string' ? { $ref: part } : part)

function objectOf(fields: readonly Placed[]): ObjectNode<keyof NamedParts> {
  const properties: Record<string, Placed['node']> = {}
  for (const { at, node } of fields) {
    const [name = '', ...below] = at
    const within = fields.filter((field) => field.at[0] === name)
    properties[name] ??=
      below.length === 0 ? node : objectOf(within.map((field) => ({ ...field, at: field.at.slice(1) })))
  }
  return { type: 'object', properties }
}

type PartType<P> = P extends keyof NamedParts ? NamedParts[P] : Typed<P, NamedParts>

type At<Place, Value> = Place extends ''
  ? never
  : Place extends `${infer Name}.${infer Below}`
    ? { readonly [N in Name]?: At<Below, Value> | undefined }
    : { readonly [N in Place & string]?: Value | undefined }

type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

type RowsIn<Row, Stage extends ServedStage> = Row extends StatusRow
  ? At<Row[(typeof columnOf)[Stage]], PartType<Row[0]>>
  : never

type StatusIn<Schema extends Pick<KindSchema, 'status'>, Stage extends ServedStage> = AllOf<
  RowsIn<Schema['status'][number] | SharedRow, Stage>
>

/** What is written of a kind in one language; what the other language alone has is taken away. */
export type WrittenStatus<Schema extends Pick<KindSchema, 'status'>, Language extends Profile> = StatusIn<
  Schema,
  `${Language}-v1beta2`
> & {
  readonly [Name in Exclude<
    keyof StatusIn<Schema, `${Exclude<Profile, Language>}-v1beta2`>,
    keyof StatusIn<Schema, `${Language}-v1beta2`>
  >]?: undefined
}
