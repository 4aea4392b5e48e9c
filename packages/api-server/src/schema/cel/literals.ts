import type { ASTNode } from './parse.ts'
import type { CelType } from './types.ts'
import { type CelValue, Uint } from './values.ts'

/** The value of a literal, which the parser hands over in its own classes. */
export function literalOf(value: unknown): CelValue {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value as CelValue
  return new Uint((value as { readonly value: bigint }).value)
}

/** The type of a literal. */
export function typeOf(literal: CelValue): CelType {
  if (literal === null) return { kind: 'null' }
  if (literal instanceof Uint) return { kind: 'uint' }
  if (literal instanceof Uint8Array) return { kind: 'bytes' }
  const kinds = { bigint: 'int', number: 'double', string: 'string', boolean: 'bool' } as const
  return { kind: kinds[typeof literal as keyof typeof kinds] }
}

/** The literal argument of a call, or the call when it has none. */
export function literalIn(node: ASTNode): ASTNode {
  const parts = node.op === 'call' ? node.args[1] : node.op === 'rcall' ? node.args[2] : []
  return parts.find(({ op }) => op === 'value') ?? node
}
