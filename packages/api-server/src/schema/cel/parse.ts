import { createRequire } from 'node:module'
import type { ASTNode } from '@marcbachmann/cel-js'
import { type Issue, issueAt } from './issues.ts'
import type { CelType } from './types.ts'
import { type CelValue, Uint } from './values.ts'

export type { ASTNode }

// Loaded with the first rule: a server without rules starts faster, and compiling stays synchronous.
const load = createRequire(import.meta.url)

/** Reads an expression into a syntax tree, or says where it is none. */
export function parseExpression(source: string): { readonly tree: ASTNode } | { readonly issue: Issue } {
  const { Environment, ParseError } = load('@marcbachmann/cel-js') as typeof import('@marcbachmann/cel-js')
  const parser = new Environment({ enableOptionalTypes: true, unlistedVariablesAreDyn: true })
  try {
    return { tree: parser.parse(source).ast }
  } catch (error) {
    // The parser counts how deep most things go, and runs out of stack with the rest.
    if (error instanceof RangeError)
      return { issue: issueAt(source, 0, 'expression recursion limit exceeded') }
    if (!(error instanceof ParseError)) throw error
    const start = error.range?.start ?? 0
    const { code, summary } = error
    return { issue: issueAt(source, start, inOwnWords({ code, summary, next: source.charAt(start) })) }
  }
}

const operand =
  "expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}"

interface Slip {
  readonly code: string
  readonly summary: string
  /** The character that should not be there; empty at the end. */
  readonly next: string
}

/** What the grammar of cel-go says about the commonest slips; the rest in the words of our parser. */
function inOwnWords({ code, summary, next }: Slip): string {
  switch (code) {
    case 'reserved_identifier':
      return summary.replace('Reserved', 'reserved')
    case 'invalid_macro_argument':
      return /^(map|filter)\(/.test(summary)
        ? 'argument is not an identifier'
        : 'argument must be a simple name'
    case 'unexpected_token':
      return summary.endsWith('EOF')
        ? `Syntax error: mismatched input '<EOF>' ${operand}`
        : `Syntax error: ${summary}`
    case 'expected_token':
      if (summary.startsWith('Expected IDENTIFIER'))
        return `Syntax error: no viable alternative at input '.${next}'`
      return summary === 'Expected RPAREN, got EOF'
        ? "Syntax error: missing ')' at '<EOF>'"
        : `Syntax error: ${summary}`
    default:
      return `Syntax error: ${summary}`
  }
}

/** Where messages about a node point: at the operator, the dot, the opening parenthesis. */
export function positionOf(node: ASTNode): number {
  const { input } = node
  switch (node.op) {
    case '.':
    case '.?':
      return input.lastIndexOf('.', node.pos)
    case '[]':
    case '[?]':
      return input.indexOf('[', node.args[0].end)
    case 'call':
      return input.indexOf('(', node.start + node.args[0].length)
    case 'rcall':
      return input.indexOf('(', input.indexOf(node.args[0], node.args[1].end) + node.args[0].length)
    case '?:':
      return input.indexOf('?', node.args[0].end)
    case 'value':
    case 'id':
    case 'list':
    case 'map':
    case '!_':
    case '-_':
      return node.start
    default:
      return input.indexOf(node.op, node.args[0].end)
  }
}

/** The dotted name that a chain of selections spells, if it is nothing else. */
export function qualifiedName(node: ASTNode): string | undefined {
  if (node.op === 'id') return node.args
  if (node.op !== '.') return undefined
  const prefix = qualifiedName(node.args[0])
  return prefix === undefined ? undefined : `${prefix}.${node.args[1]}`
}

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
