import fc from 'fast-check'
import { type Condition, condition, conditionStatuses } from './condition.ts'
import type { ConditionedObject } from './source.ts'

const types = [
  'Available',
  'Ready',
  'NodeHealthy',
  'ScalingUp',
  'Paused',
  'Deleting',
  'A',
  'B',
  'c',
  '_d',
  'Éa',
  '🚀',
] as const
const texts = ['', 'x', 'y', 'one\ntwo', '* a\n* b', 'a\n* b', '2 * 3', '名 * 前', '100% done\n'] as const

/** A time with or without a fraction and a zone. */
export const anyInstant: fc.Arbitrary<string> = fc.constantFrom(
  '2024-01-01T00:00:00Z',
  '2024-01-01T00:00:00.250Z',
  '2024-01-01T01:00:00+01:00',
  '2024-02-29T12:00:00Z',
  '1970-01-01T00:00:00Z',
)

/** A message, often one that others have too. */
export const anyMessage: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...texts) },
  fc.string({ unit: fc.constantFrom('*', ' ', '\n', '\r', '\t', 'a', 'é', '🚀'), maxLength: 10 }),
)

/** A condition of one of the given types, with any of the optional parts. */
export function anyCondition(
  type: fc.Arbitrary<string> = fc.constantFrom(...types),
): fc.Arbitrary<Condition> {
  return fc
    .record(
      {
        type,
        status: fc.constantFrom(...conditionStatuses),
        reason: fc.constantFrom('R', 'Reason_2', 'NotReady'),
        message: anyMessage,
        observedGeneration: fc.nat({ max: 3 }),
        lastTransitionTime: anyInstant,
      },
      { requiredKeys: ['type', 'status', 'reason', 'message'] },
    )
    .map(condition)
}

/** A list in which no type is there twice. */
export const anyList: fc.Arbitrary<Condition[]> = fc.uniqueArray(anyCondition(), {
  selector: ({ type }) => type,
  maxLength: 8,
})

/** Objects that report `Ready` or nothing; names may be the same in several namespaces, and a label may make them lead. */
export const anyObjects: fc.Arbitrary<ConditionedObject[]> = fc.array(
  fc.record(
    {
      kind: fc.constantFrom('Machine', 'MachineSet', 'Policy'),
      namespace: fc.constantFrom('n1', 'n2'),
      name: fc.constantFrom('a', 'b', 'b!', 'c', 'a,b', '🚀', 'ﬀ'),
      labels: fc.constantFrom({}, { leads: '' }),
      conditions: fc.array(anyCondition(fc.constantFrom('Ready', 'Ready', 'Other')), { maxLength: 2 }),
    },
    { requiredKeys: ['kind', 'name', 'conditions'] },
  ),
  { minLength: 1, maxLength: 12 },
)
