type Schema = Readonly<Record<string, unknown>>

const text: Schema = { type: 'string' }
const integer: Schema = { type: 'integer' }
const ref: Schema = { $ref: '#/$defs/ref' }
const time: Schema = { type: 'string', format: 'date-time' }
const milliseconds: Schema = { type: 'integer', description: 'milliseconds since the epoch' }
const upTo: Schema = { type: 'integer', description: 'The event up to which this is true' }
const meaning: Schema = { enum: ['good', 'bad', 'unknown', 'progressing', 'heading', 'muted', 'plain'] }

const listOf = (items: Schema): Schema => ({ type: 'array', items })
const shape = (description: string, properties: Schema): Schema => ({
  description,
  type: 'object',
  properties,
})
const def = (name: string): Schema => ({ $ref: `#/$defs/${name}` })

/** JSON Schemas of what the dashboard is answered; `apps/dashboard/src/answers.ts` has the same as types. */
export const dashboardSchemas: Schema = {
  counter: shape('So many of so many', { name: text, have: integer, want: integer }),
  fleetRow: shape('One object that stands for itself', {
    ref,
    word: text,
    weight: { enum: ['wrong', 'unclear', 'paused', 'underway', 'fine'] },
    sentence: text,
    since: time,
    cause: ref,
    counters: listOf(def('counter')),
    conditions: { type: 'object', description: 'Statuses by address' },
  }),
  fleet: shape('GET /api/v1/fleet: the worst first', {
    upTo,
    at: time,
    rows: listOf(def('fleetRow')),
    unseen: listOf(text),
  }),
  treeEntry: shape('One object in the tree of another', {
    ref,
    name: text,
    word: text,
    meaning,
    reason: text,
    message: text,
    since: time,
    children: listOf(def('treeEntry')),
  }),
  why: shape('Why a condition is as it is', {
    address: text,
    sentence: text,
    path: listOf(
      shape('A step towards the first cause', {
        ref,
        address: text,
        status: text,
        reason: text,
        words: text,
        meaning,
      }),
    ),
    advice: listOf(text),
    commands: listOf(text),
  }),
  object: shape('GET /api/v1/object?group=&kind=&namespace=&name=&cluster=', {
    upTo,
    row: def('fleetRow'),
    generation: integer,
    created: time,
    deleting: { type: 'boolean' },
    tree: def('treeEntry'),
    conditions: {
      type: 'array',
      description:
        'Conditions with address, meaning, whether they are stale, and who decides them where that is another object',
      items: def('condition'),
    },
    why: listOf(def('why')),
    commands: listOf(text),
  }),
  transition: shape('A condition that changed', {
    id: integer,
    at: milliseconds,
    ref,
    address: text,
    from: text,
    to: text,
    reason: text,
    message: text,
    meaning,
  }),
  transitions: shape('GET /api/v1/transitions?before=&limit=: the newest first', {
    upTo,
    items: listOf(def('transition')),
  }),
  timeline: shape('GET /api/v1/timeline?group=&kind=&namespace=&name=&cluster=&since=', {
    from: milliseconds,
    to: milliseconds,
    lanes: listOf(
      shape('One condition over time', {
        address: text,
        spans: listOf(
          shape('', {
            from: milliseconds,
            to: milliseconds,
            status: text,
            meaning,
            reason: text,
            message: text,
          }),
        ),
      }),
    ),
    counters: listOf(
      shape('', {
        name: text,
        points: listOf(shape('', { at: milliseconds, have: integer, want: integer })),
      }),
    ),
    below: listOf(def('transition')),
  }),
  rules: shape('GET /api/v1/rules?group=&kind=[&namespace=&name=&cluster=]', {
    kinds: listOf(shape('', { group: text, kind: text })),
    tables: listOf(
      shape('', {
        address: text,
        title: text,
        rows: listOf(
          shape('', {
            words: text,
            status: text,
            reason: text,
            decides: { type: 'boolean' },
            passedOver: { type: 'boolean' },
          }),
        ),
      }),
    ),
  }),
  dashboardChange: {
    description:
      'GET /api/v1/dashboard/changes, an event stream that goes on after Last-Event-ID or ?after=: events named row, touched, transition, and reset for who was away too long',
    type: 'object',
  },
}
