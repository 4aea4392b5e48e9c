import type { CompiledSchema } from '../compiled-schema.ts'
import type { ValidationRule } from '../schema.ts'
import { declareType } from './declare.ts'
import type { ValueKind } from './from-json.ts'
import { compileExpression, type Program } from './program.ts'
import { type CelType, optionalOf } from './types.ts'

/** A rule of `x-kubernetes-validations` that compiled. */
export interface Rule {
  readonly written: ValidationRule
  readonly program: Program
  readonly message: Program | undefined
  /** The rule looks at what was there before. */
  readonly transition: boolean
}

/** A rule, and why it or its message does not compile. */
export interface RuleResult {
  readonly written: ValidationRule
  readonly rule?: Rule
  readonly error?: string
  readonly messageError?: string
  readonly transition: boolean
}

/** The rules at one place of a schema, without those further inside. */
export function compileRules(schema: CompiledSchema, kind: ValueKind): readonly RuleResult[] {
  const rules = schema.source['x-kubernetes-validations'] ?? []
  if (rules.length === 0) return []
  return schema.derive(`rules of a ${kind}`, () => {
    const self = declareType(schema, { resource: kind === 'resource', name: 'selfType' })
    if (!self) return []
    return rules.filter(({ rule = '' }) => rule.trim() !== '').map((written) => compileRule(written, self))
  })
}

function compileRule(written: ValidationRule, self: CelType): RuleResult {
  const oldSelf = written.optionalOldSelf === true ? optionalOf(self) : self
  const variables = [
    ['self', self],
    ['oldSelf', oldSelf],
  ] as const
  const program = compileExpression(written.rule, variables)
  if ('error' in program) return { written, transition: false, error: `compilation failed: ${program.error}` }
  if (program.type.kind !== 'bool') {
    return { written, transition: false, error: 'cel expression must evaluate to a bool' }
  }
  const transition = program.uses.has('oldSelf')
  const { messageExpression = '' } = written
  if (messageExpression === '')
    return { written, transition, rule: { written, program, message: undefined, transition } }
  const message = compileExpression(messageExpression, variables)
  const rule = { written, program, message: 'error' in message ? undefined : message, transition }
  if ('error' in message) {
    return {
      written,
      transition,
      rule,
      messageError: `messageExpression compilation failed: ${message.error}`,
    }
  }
  if (message.type.kind === 'string') return { written, transition, rule }
  return {
    written,
    transition,
    rule: { ...rule, message: undefined },
    messageError: 'messageExpression must evaluate to a string',
  }
}
