import {
  type Condition,
  type ConditionRules,
  decide,
  False,
  inList,
  otherwise,
  setConditions,
  True,
} from '@sitrep/conditions'
import {
  abstain,
  type ConditionList,
  defineStatus,
  type Fields,
  fields,
  type KubeObject,
  list,
  type StatusDefinition,
  text,
  type View,
} from '@sitrep/status'

// A small family with entries: Stops name the Lines that they want to be on, and every controller of a Line answers in an entry of its own.

export const group = 'transit.example.org'
export const ours = 'example.org/ours'
export const theirs = 'example.org/theirs'
export const now = '2026-01-01T00:00:00Z'
export const everything = { kind: 'every', read: true } as const

/** One entry a Line and controller; the name of a Line may leave out the namespace of its Stop. */
export const stopLists: readonly ConditionList[] = [
  {
    path: ['status', 'lines'],
    entries: {
      noun: 'line',
      key: ({ line, controller }, { namespace = '' }) => {
        const name = text(line)
        if (name === undefined) return undefined
        return `${text(controller) ?? ''}|${name.includes('/') ? name : `${namespace}/${name}`}`
      },
      mine: ({ controller }) => controller === ours,
      declared: ({ spec, metadata }) =>
        list(fields(spec)['lines']).map((line) => ({
          key: `${ours}|${metadata.namespace ?? ''}/${String(line)}`,
          name: String(line),
        })),
    },
  },
]

/** A Line as Stops see it. */
export interface LineForStop {
  readonly controller: string
  readonly open: boolean
}

export const lineForStop: View<LineForStop> = {
  name: 'lineForStop',
  of: ({ spec }) => ({
    controller: text(fields(spec)['controller']) ?? ours,
    open: fields(spec)['open'] === true,
  }),
}

interface Facts {
  readonly found: boolean
  readonly open: boolean
  readonly line: string
}

const served: ConditionRules<Facts> = {
  type: 'Served',
  rows: [
    ['the Line is not there', (f) => !f.found, False('NoSuchLine', (f) => `There is no Line ${f.line}`)],
    ['the Line is open', (f) => f.open, True('Served')],
    ['otherwise', otherwise, False('Closed')],
  ],
}

interface StopObserved {
  readonly object: KubeObject
  readonly previous: Fields
  readonly lines: readonly (Facts & { readonly controller: string; readonly name: string })[]
  readonly now: string
}

interface Entry {
  readonly line: string
  readonly controller: string
  readonly conditions: readonly Condition[]
}

/** The status of Stops: entries of our own said, those of others compared, nothing said where no Line is ours. */
export const stop: StatusDefinition<KubeObject, StopObserved, Fields> = defineStatus({
  kind: { group, kind: 'Stop' },
  lists: stopLists,
  owns: [],
  observe: (object, world) => ({
    object,
    previous: fields(world.previous),
    now: world.now,
    lines: list(fields(object.spec)['lines']).map((each) => {
      const name = String(each)
      const namespace = object.metadata.namespace ?? ''
      const reading = world.get({ group, kind: 'Line', namespace, name }, lineForStop)
      const seen = reading.read ? reading.item : undefined
      const { controller = ours, open = false } = seen ?? {}
      return { name, line: `${namespace}/${name}`, found: seen !== undefined, open, controller }
    }),
  }),
  compute: ({ object, lines, previous, now: at }) => {
    if (object.metadata.annotations?.['broken'] === 'true') throw new Error('broken on purpose')
    const entries = lines.map((line) => {
      const key = `lines[${line.controller}|${line.line}]`
      const decision = inList(key, decide(served, line))
      const before = list(previous['lines'])
        .map(fields)
        .find((each) => each['line'] === line.line && each['controller'] === line.controller)
      const conditions = setConditions(list(before?.['conditions']) as readonly Condition[], [decision], {
        now: at,
        generation: object.metadata.generation,
      })
      return {
        key,
        decision,
        entry: { line: line.line, controller: line.controller, conditions } satisfies Entry,
      }
    })
    const mine = entries.filter(({ entry }) => entry.controller === ours)
    const compared = entries
      .filter(({ entry }) => entry.controller !== ours)
      .map(({ key, decision, entry }) => ({
        at: key,
        conditions: entry.conditions.filter(({ type }) => type === served.type),
        decided: [decision],
      }))
    if (mine.length === 0) return abstain({ compared })
    return {
      status: { lines: mine.map(({ entry }) => entry) },
      compared,
      decided: mine.map(({ decision }) => decision),
    }
  },
  columns: [],
  onFailure: 'lines[*]:Served',
})

/** An object of the family. */
export const made = (kind: string, name: string, parts: Partial<KubeObject> = {}): KubeObject => ({
  apiVersion: `${group}/v1`,
  kind,
  ...parts,
  metadata: { name, namespace: 'town', generation: 1, ...parts.metadata },
})

export const line = (name: string, spec: Fields = { open: true }): KubeObject => made('Line', name, { spec })
