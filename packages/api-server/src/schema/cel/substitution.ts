import type { CelType } from './types.ts'

/** What is known about the types that had to be guessed, while an expression is checked. */
export class Substitution {
  #bindings: Map<number, CelType> = new Map()
  #next = 0

  /** A type that is not known yet. */
  fresh(): CelType {
    return { kind: 'var', id: this.#next++ }
  }

  /** A signature with letters replaced by types that are not known yet, the same letter by the same type. */
  instantiate(types: readonly CelType[]): readonly CelType[] {
    const letters = new Map<number, CelType>()
    return types.map((type) =>
      replace(type, (id) => {
        if (id >= 0) return undefined
        const known = letters.get(id) ?? this.fresh()
        letters.set(id, known)
        return known
      }),
    )
  }

  /** The type with everything filled in that is known by now. */
  resolve(type: CelType): CelType {
    return replace(type, (id) => {
      const bound = this.#bindings.get(id)
      return bound && this.resolve(bound)
    })
  }

  /** The same, with dyn for what is still unknown at the end. */
  settle(type: CelType): CelType {
    return replace(this.resolve(type), () => ({ kind: 'dyn' }))
  }

  /** Whether all pairs fit; what had to be assumed is remembered only then. */
  assignAll(from: readonly CelType[], to: readonly CelType[]): boolean {
    const before = new Map(this.#bindings)
    if (from.length === to.length && from.every((type, index) => this.#fits(type, to[index] as CelType)))
      return true
    this.#bindings = before
    return false
  }

  assign(from: CelType, to: CelType): boolean {
    return this.assignAll([from], [to])
  }

  #fits(left: CelType, right: CelType): boolean {
    const a = this.resolve(left)
    const b = this.resolve(right)
    if (b.kind === 'var') return this.#bind(b.id, a)
    if (a.kind === 'var') return this.#bind(a.id, b)
    if (a.kind === 'dyn' || b.kind === 'dyn' || a.kind === 'error' || b.kind === 'error') return true
    if (a.kind === 'null') return b.kind === 'null' || acceptsNull(b)
    if (b.kind === 'null') return acceptsNull(a)
    return this.#sameShape(a, b)
  }

  #sameShape(a: CelType, b: CelType): boolean {
    switch (a.kind) {
      case 'list':
      case 'optional':
        return a.kind === b.kind && this.#fits(a.of, b.of)
      case 'map':
        return b.kind === 'map' && this.#fits(a.key, b.key) && this.#fits(a.of, b.of)
      case 'object':
      case 'opaque':
        return a.kind === b.kind && a.name === b.name
      default:
        return a.kind === b.kind
    }
  }

  #bind(id: number, type: CelType): boolean {
    if (type.kind === 'var' && type.id === id) return true
    if (mentions(type, id)) return false
    this.#bindings.set(id, type)
    return true
  }
}

function acceptsNull({ kind }: CelType): boolean {
  return (
    kind === 'object' ||
    kind === 'opaque' ||
    kind === 'duration' ||
    kind === 'timestamp' ||
    kind === 'optional'
  )
}

function mentions(type: CelType, id: number): boolean {
  let found = false
  replace(type, (other) => {
    found ||= other === id
    return undefined
  })
  return found
}

/** The type with variables replaced; those for which there is nothing stay. */
function replace(type: CelType, variable: (id: number) => CelType | undefined): CelType {
  switch (type.kind) {
    case 'var':
      return variable(type.id) ?? type
    case 'list':
    case 'optional':
    case 'type':
      return { kind: type.kind, of: replace(type.of, variable) }
    case 'map':
      return { kind: 'map', key: replace(type.key, variable), of: replace(type.of, variable) }
    default:
      return type
  }
}
