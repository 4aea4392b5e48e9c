/** A type of the expression language, as the checker sees it. */
export type CelType =
  | { readonly kind: Scalar }
  | { readonly kind: 'list'; readonly of: CelType }
  | { readonly kind: 'map'; readonly key: CelType; readonly of: CelType }
  | { readonly kind: 'optional'; readonly of: CelType }
  | { readonly kind: 'type'; readonly of: CelType }
  | ObjectType
  /** A type of the Kubernetes libraries: it has a name and functions, nothing else. */
  | { readonly kind: 'opaque'; readonly name: string }
  /** A type that is not known yet. Negative numbers stand for the letters in a function's signature. */
  | { readonly kind: 'var'; readonly id: number }

export type Scalar =
  | 'bool'
  | 'int'
  | 'uint'
  | 'double'
  | 'string'
  | 'bytes'
  | 'null'
  | 'duration'
  | 'timestamp'
  | 'dyn'
  /** What follows from an error that has been reported already. */
  | 'error'

/** An object with known fields, by their escaped names. */
interface ObjectType {
  readonly kind: 'object'
  readonly name: string
  readonly field: (name: string) => CelType | undefined
}

export const bool: CelType = { kind: 'bool' }
export const int: CelType = { kind: 'int' }
export const string: CelType = { kind: 'string' }
export const dyn: CelType = { kind: 'dyn' }
export const errorType: CelType = { kind: 'error' }

export function listOf(of: CelType): CelType {
  return { kind: 'list', of }
}

export function mapOf(key: CelType, of: CelType): CelType {
  return { kind: 'map', key, of }
}

export function optionalOf(of: CelType): CelType {
  return { kind: 'optional', of }
}

/** Whether anything goes. */
export function isDyn({ kind }: CelType): boolean {
  return kind === 'dyn' || kind === 'error'
}

/** A type as compiler messages name it. */
export function formatType(type: CelType): string {
  switch (type.kind) {
    case 'list':
      return `list(${formatType(type.of)})`
    case 'map':
      return `map(${formatType(type.key)}, ${formatType(type.of)})`
    case 'optional':
      return `optional_type(${formatType(type.of)})`
    case 'type':
      return `type(${formatType(type.of)})`
    case 'object':
    case 'opaque':
      return type.name
    case 'var':
      return `_var${type.id}`
    case 'error':
      return '!error!'
    default:
      return type.kind
  }
}

/** Whether some part of the type is only known when it runs. */
export function hasDyn(type: CelType): boolean {
  switch (type.kind) {
    case 'dyn':
    case 'error':
    case 'var':
      return true
    case 'list':
    case 'optional':
    case 'type':
      return hasDyn(type.of)
    case 'map':
      return hasDyn(type.key) || hasDyn(type.of)
    default:
      return false
  }
}

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
