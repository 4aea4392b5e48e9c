import {
  type Condition,
  type ConditionRules,
  decide,
  False,
  moveWithAnyChange,
  otherwise,
  setConditions,
  True,
  Unknown,
} from '@sitrep/conditions'
import {
  ageColumn,
  at,
  type Clock,
  clockAt,
  conditionColumn,
  defineStatus,
  factRef,
  type KubeObject,
  type Reading,
  refOf,
  type StatusDefinition,
  text,
  type View,
} from '@sitrep/status'
import { vehicleReport, vehicles } from '../kinds.ts'

const silentAfterMs = 300_000

interface Report {
  readonly seenAt: string | undefined
  readonly broken: boolean
  readonly message: string
}

const report: View<Report> = {
  name: 'report',
  of: ({ status }) => ({
    seenAt: text(at(status, 'seenAt')),
    broken: at(status, 'broken') === true,
    message: text(at(status, 'message')) ?? '',
  }),
}

interface VehicleObserved {
  readonly generation: number | undefined
  readonly reading: Reading<Report>
  readonly previous: { readonly conditions?: readonly Condition[] } | undefined
  readonly now: string
}

interface VehicleFacts {
  readonly report: Report | undefined
  readonly silent: boolean
}

// biome-ignore format: the table is the specification; its columns stay aligned
const ready: ConditionRules<VehicleFacts> = {
  type: 'Ready',
  rows: [
    ['it has never been heard of',      (f) => f.report === undefined,   Unknown('NotReported', 'It has not been heard of')],
    ['it is broken',                    (f) => f.report?.broken === true, False('Broken', (f) => f.report?.message ?? '')],
    ['it has been silent for too long', (f) => f.silent,                 Unknown('Silent', 'It has not been heard of for a while')],
    ['otherwise',                       otherwise,                       True('Ready')],
  ],
}

function factsOf({ reading }: VehicleObserved, clock: Clock): VehicleFacts {
  const seen = reading.read ? reading.item : undefined
  return { report: seen, silent: seen !== undefined && clock.passed(seen.seenAt, silentAfterMs) }
}

/** The status of every kind of vehicle: what is told of it from outside. Where it is, is told by its own driver and left alone. */
export const vehicleStatus: StatusDefinition = defineStatus({
  kind: vehicles,
  observe: (object: KubeObject, world): VehicleObserved => {
    return {
      generation: object.metadata.generation,
      reading: world.get(factRef(vehicleReport, refOf(object)), report),
      previous: world.previous as VehicleObserved['previous'],
      now: world.now,
    }
  },
  compute: (observed) => {
    const clock = clockAt(observed.now)
    const decided = [decide(ready, factsOf(observed, clock))]
    const { generation, now, previous } = observed
    const conditions = setConditions(previous?.conditions, decided, {
      generation,
      now,
      moves: moveWithAnyChange,
    })
    return { status: { conditions }, decided, recheckAt: clock.recheckAt }
  },
  columns: [conditionColumn('Ready', 'Ready'), ageColumn],
  rules: [{ tables: [ready] }],
  owns: [],
  moves: moveWithAnyChange,
  onFailure: 'Ready',
})
