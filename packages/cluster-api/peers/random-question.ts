import fc from 'fast-check'

const letters = ['T', 'F', 'U'] as const
const types = [
  'Available',
  'Ready',
  'UpToDate',
  'NodeHealthy',
  'ScalingUp',
  'Paused',
  'Deleting',
  'A',
  'B',
  '!C',
  '_x',
  'Éa',
  'my.io/Gate',
] as const
const reasons = ['NotReady', 'R1', 'Reason_B', 'InternalError'] as const
const texts = [
  '',
  'x',
  'Message-1',
  'Message-2',
  'Message-3',
  '100% of %s',
  '* a\n* b',
  'a\n* b',
  '* a\r\n* b\r\n',
  'l1\nl2',
  '2 * 3',
  '*bold*',
  '* Machine m1:\n  * x\nAnd 2 Machines with other issues',
  'УЗЕЛ',
  '🚀',
  '*\u00a0x',
  '\n',
  ' lead',
] as const
const kinds = [
  'Machine',
  'MachineSet',
  'Policy',
  'Ingress',
  'Index',
  'FooDns',
  'Person',
  'Series',
  'VSphereVM',
  'Data',
  'GatewayClass',
  'Obj1',
] as const

const letter = fc.constantFrom(...letters)
const anyStatus = fc.oneof({ weight: 12, arbitrary: letter }, fc.constantFrom('', 'Maybe'))
const type = fc.constantFrom(...types)
const reason = fc.constantFrom(...reasons)
const message = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
  fc.string({
    unit: fc.constantFrom('*', ' ', '\n', '\t', '\r', '\f', '\v', '\u00a0', 'a', 'B', ':'),
    maxLength: 12,
  }),
)
const time = fc.option(fc.constantFrom(0, 1000, 1500, 2000, 1700000000123, 1700000000000, 4102444800123), {
  nil: undefined,
})
const generation = fc.option(fc.nat({ max: 3 }), { nil: undefined })
const kind = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...kinds) },
  fc
    .tuple(
      fc.constantFrom(...kinds),
      fc.string({ unit: fc.constantFrom(...'aeiouysxzhfmnrtkIDS'), minLength: 1, maxLength: 6 }),
    )
    .map(([start, end]) => start + end),
)
const name = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: fc.constantFrom(...'abm-019'), minLength: 1, maxLength: 4 }) },
  fc.constantFrom('a b', 'a!', 'a,b', 'ﬀ', '🚀', 'm1', 'm10', 'm2'),
)

const omitted: { requiredKeys: [] } = { requiredKeys: [] }

function condition(status: fc.Arbitrary<string> = anyStatus) {
  return fc.record({ t: type, s: status, r: reason, m: message, g: generation, l: time })
}

/** Uniqueness per kind and this order keep clear of what upstream leaves to chance and to the order of its input. */
function objects(asked: string) {
  // Few kinds and few messages make groups of many objects; many of them make leftovers.
  const few = fc.tuple(
    fc.subarray([...kinds], { minLength: 1, maxLength: 3 }),
    fc.array(message, { minLength: 1, maxLength: 5 }),
  )
  return few.chain(([someKinds, someMessages]) => {
    const reported = fc.record({
      t: fc.oneof({ weight: 9, arbitrary: fc.constant(asked) }, type),
      s: anyStatus,
      r: reason,
      m: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...someMessages) }, message),
      l: time,
    })
    const object = fc.record({
      k: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...someKinds) }, kind),
      n: name,
      cp: fc.boolean(),
      c: fc.array(reported, { maxLength: 2 }),
    })
    return fc
      .uniqueArray(object, { selector: ({ k, n }) => `${k} ${n}`, size: 'medium', maxLength: 24 })
      .map((list) => list.sort((a, b) => Buffer.compare(Buffer.from(a.n), Buffer.from(b.n))))
  })
}

const someTypes = fc.subarray([...types])
const negative = fc.subarray([...types], { maxLength: 4 })
const merge = fc.record(
  {
    positive: fc.boolean(),
    neg: negative,
    reasons: fc.constant(['Bad', 'Perhaps', 'Good']),
    transform: fc.constant('lowercase'),
  },
  omitted,
)

const aggregate = fc
  .tuple(type, fc.boolean(), fc.option(type), fc.option(merge, { freq: 2 }))
  .chain(([asked, isNegative, target, wish]) =>
    objects(asked).map((objs) => ({
      op: 'aggregate',
      type: asked,
      objs,
      ...(isNegative && { neg: [asked] }),
      ...(target && { target }),
      ...(wish && { merge: wish }),
    })),
  )

const summary = fc
  .record({ c: fc.array(condition(), { maxLength: 9 }), asked: fc.array(type, { maxLength: 7 }) })
  .chain(({ c, asked }) => {
    const present = c.map(({ t }) => t)
    const override = fc.array(
      fc.tuple(condition(), fc.constantFrom(...present, 'A')).map(([other, t]) => ({ ...other, t })),
      { maxLength: 2 },
    )
    return fc.record({ neg: negative, ignore: someTypes, override, merge }, omitted).map((options) => ({
      op: 'summary',
      target: 'Summary',
      for: asked,
      obj: { k: 'Foo', n: 'x', c },
      ...options,
    }))
  })

const mirror = fc
  .record({
    c: fc.array(condition(), { maxLength: 3 }),
    type,
    options: fc.record({ target: type, fallback: condition() }, omitted),
  })
  .map(({ c, type: asked, options }) => ({
    op: 'mirror',
    type: asked,
    obj: { k: 'Foo', n: 'x', c },
    ...options,
  }))

const set = fc
  .record({ c: fc.array(condition(letter), { maxLength: 6 }), gen: generation, cond: condition(letter) })
  .map(({ c, gen, cond }) => ({ op: 'set', obj: { ...(gen !== undefined && { gen }), c }, cond }))

function patch(op: string, element: fc.Arbitrary<{ t: string }>) {
  const unique = fc.uniqueArray(element, { selector: ({ t }) => t, maxLength: 6 })
  // What three lists share is common, or there would be nothing but conflicts.
  const shuffled = (shared: readonly { t: string }[]) =>
    fc
      .tuple(fc.shuffledSubarray([...shared]), fc.array(element, { maxLength: 2 }))
      .map(([kept, extra]) => [
        ...kept.filter(({ t }) => !extra.some((other) => other.t === t)),
        ...extra.filter(({ t }, i) => extra.findIndex((other) => other.t === t) === i),
      ])
  return unique
    .chain((shared) => fc.tuple(shuffled(shared), shuffled(shared), shuffled(shared)))
    .chain(([before, after, latest]) =>
      fc
        .record({ force: fc.boolean(), owned: someTypes }, omitted)
        .map((options) => ({ op, before, after, latest, ...options })),
    )
}

const severity = fc.constantFrom('', 'Error', 'Warning', 'Info', 'Weird')
const severityCondition = fc.record({ t: type, s: letter, sev: severity, r: reason, m: message, l: time })

const severitySummary = fc
  .record({ c: fc.uniqueArray(severityCondition, { selector: ({ t }) => t, maxLength: 7 }) })
  .chain(({ c }) =>
    fc
      .record(
        { with: someTypes, neg: negative, step: fc.boolean(), only: someTypes, ref: fc.boolean() },
        omitted,
      )
      .map((options) => ({ op: 'v1summary', obj: { k: 'Cluster', n: 'c1', c }, ...options })),
  )

// Severities only where they count: which of two groups of one rank wins is for upstream a matter of input order.
const ready = fc
  .record({ s: letter, sev: fc.constantFrom('', 'Error', 'Warning', 'Info'), r: reason, m: message })
  .map(({ sev, ...rest }) => ({ t: 'Ready', ...rest, ...(rest.s === 'F' && { sev }) }))
const severityAggregate = fc
  .uniqueArray(fc.record({ k: fc.constantFrom(...kinds), n: name, c: fc.array(ready, { maxLength: 1 }) }), {
    selector: ({ n }) => n,
    maxLength: 10,
  })
  .chain((objs) =>
    fc
      .record({ step: fc.boolean(), ref: fc.boolean() }, omitted)
      .map((options) => ({ op: 'v1aggregate', target: 'MachinesReady', objs, ...options })),
  )

/** Random questions by the operation they ask for, in the form of the suite `edge` of the vectors. */
export const randomQuestions: Readonly<Record<string, fc.Arbitrary<object>>> = {
  aggregate,
  summary,
  mirror,
  set,
  patch: patch('patch', condition()),
  v1patch: patch('v1patch', severityCondition),
  v1summary: severitySummary,
  v1aggregate: severityAggregate,
}
