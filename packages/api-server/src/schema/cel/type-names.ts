import { type CelType, dyn, listOf, mapOf, optionalOf } from './types.ts'

/** The names that stand for types in an expression, as in `type(x) == string`. */
export const typeNames: ReadonlyMap<string, CelType> = new Map<string, CelType>([
  ...(['bool', 'int', 'uint', 'double', 'string', 'bytes'] as const).map(
    (kind) => [kind, { kind }] as [string, CelType],
  ),
  ['list', listOf(dyn)],
  ['map', mapOf(dyn, dyn)],
  ['null_type', { kind: 'null' }],
  ['type', { kind: 'type', of: dyn }],
  ['optional_type', optionalOf(dyn)],
  ...[
    'kubernetes.Quantity',
    'net.IP',
    'net.CIDR',
    'kubernetes.URL',
    'kubernetes.Semver',
    'kubernetes.NamedFormat',
  ].map((name) => [name, { kind: 'opaque', name }] as [string, CelType]),
  ['google.protobuf.Duration', { kind: 'duration' }],
  ['google.protobuf.Timestamp', { kind: 'timestamp' }],
])
