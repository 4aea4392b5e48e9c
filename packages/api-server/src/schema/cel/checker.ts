import { CelError } from './cel-error.ts'
import type { CheckContext, Checked, Run } from './checked.ts'
import { functionTable } from './function-table.ts'
import { type Issue, issueAt } from './issues.ts'
import { expandMacro } from './macros.ts'
import { dispatch, type Overload } from './overload.ts'
import { type ASTNode, literalIn, literalOf, positionOf, qualifiedName, typeOf } from './parse.ts'
import { runAll, runAny, runField, runOptionalField } from './run.ts'
import { Substitution } from './substitution.ts'
import {
  bool,
  type CelType,
  dyn,
  errorType,
  formatType,
  hasDyn,
  isDyn,
  listOf,
  mapOf,
  optionalOf,
  typeNames,
} from './types.ts'
import { ArrayList, asBool, type CelValue, EntryMap, TypeName } from './values.ts'

/** A name and what it stands for, in the scope of a check. */
interface Variable {
  readonly name: string
  readonly type: CelType
  readonly slot: number
}

interface Call {
  readonly name: string
  readonly parts: readonly Checked[]
  /** Called on its first part. */
  readonly member?: boolean
}

const failed: Checked = {
  type: errorType,
  run: () => {
    throw new CelError('expression did not compile')
  },
}

// Deeper nesting could exhaust the stack, when checking or when running.
const maxDepth = 500

/**
 * Checks an expression and turns it into something that runs, in one go. What is wrong is collected, and checking goes on,
 * so that all of it can be told.
 */
export class Checker implements CheckContext {
  readonly types: Substitution = new Substitution()
  readonly used: Set<string> = new Set()
  readonly #source: string
  readonly #issues: Issue[] = []
  /** What is wrong although all types fit; told only when nothing else is. */
  readonly #remarks: Issue[] = []
  #scope: readonly Variable[]
  #slots: number
  #mixing = false
  #depth = 0

  constructor(source: string, variables: readonly Variable[]) {
    this.#source = source
    this.#scope = variables
    this.#slots = variables.length
  }

  get slots(): number {
    return this.#slots
  }

  get issues(): readonly Issue[] {
    return this.#issues.length > 0 ? this.#issues : this.#remarks
  }

  check(node: ASTNode): Checked {
    if (this.#depth >= maxDepth) return this.report(node, 'expression recursion limit exceeded')
    this.#depth++
    const checked = this.#checkNode(node)
    this.#depth--
    return checked
  }

  #checkNode(node: ASTNode): Checked {
    switch (node.op) {
      case 'value':
        return this.#checkLiteral(node.args)
      case 'id':
        return (
          this.#checkName(node, node.args) ??
          this.report(node, `undeclared reference to '${node.args}' (in container '')`)
        )
      case '.':
        return this.#checkSelection(node)
      case '.?':
        return this.#checkOptionalSelection(node)
      case '[]':
      case '[?]':
        return this.#call(node, {
          name: node.op === '[]' ? '_[_]' : '_[?_]',
          parts: this.#checkAll(node.args),
        })
      case 'list':
        return this.#checkList(node.args)
      case 'map':
        return this.#checkMap(node.args)
      case '?:':
        return this.#checkChoice(node, node.args)
      case '||':
      case '&&':
        return this.#checkJunction(node.op, node.args)
      case '!_':
      case '-_':
        return this.#call(node, { name: node.op, parts: [this.check(node.args)] })
      case 'call':
      case 'rcall':
        return expandMacro(this, node) ?? this.#checkCall(node)
      default:
        return this.#call(node, {
          name: node.op === 'in' ? '@in' : `_${node.op}_`,
          parts: this.#checkAll(node.args),
        })
    }
  }

  #checkAll(nodes: readonly ASTNode[]): readonly Checked[] {
    return nodes.map((node) => this.check(node))
  }

  /** Notes what is wrong at a place, and stands in for it. */
  report(node: ASTNode, message: string): Checked {
    this.#issues.push(issueAt(this.#source, positionOf(node), message))
    return failed
  }

  #remark(node: ASTNode, message: string): void {
    this.#remarks.push(issueAt(this.#source, positionOf(node), message))
  }

  /** Checks a part in which further names are known. */
  within<T>(names: readonly (readonly [string, CelType])[], check: (slots: readonly number[]) => T): T {
    const outer = this.#scope
    const added = names.map(([name, type]) => ({ name, type, slot: this.#slots++ }))
    this.#scope = [...outer, ...added]
    const result = check(added.map(({ slot }) => slot))
    this.#scope = outer
    return result
  }

  /** Notes it when a part does not have the type it needs. */
  expect(node: ASTNode, part: Checked, type: CelType): void {
    if (this.types.assign(part.type, type)) return
    this.report(
      node,
      `expected type '${formatType(type)}' but found '${formatType(this.types.settle(part.type))}'`,
    )
  }

  /** Finds the overloads that fit and makes a call of them. */
  #call(node: ASTNode, { name, parts, member = false }: Call): Checked {
    const overloads = (functionTable.get(name) ?? []).filter((overload) => overload.member === member)
    const fitting: Overload[] = []
    let result: CelType | undefined
    for (const overload of overloads) {
      const [type = dyn, ...parameters] = this.types.instantiate([overload.result, ...overload.parameters])
      if (
        !this.types.assignAll(
          parts.map((part) => part.type),
          parameters,
        )
      )
        continue
      fitting.push(overload)
      const resolved = this.types.resolve(type)
      result = result === undefined || formatType(result) === formatType(resolved) ? resolved : dyn
    }
    if (result === undefined) return this.#noOverload(node, { name, parts, member })
    return { type: result, run: this.#runCall(node, fitting, parts) }
  }

  #noOverload(node: ASTNode, { name, parts, member = false }: Call): Checked {
    const [target, ...others] = parts.map((part) => formatType(this.types.settle(part.type)))
    const signature = member
      ? `${target}.(${others.join(', ')})`
      : `(${[target, ...others].filter((type) => type !== undefined).join(', ')})`
    return this.report(node, `found no matching overload for '${name}' applied to '${signature}'`)
  }

  #runCall(node: ASTNode, overloads: readonly Overload[], parts: readonly Checked[]): Run {
    const [first] = overloads
    const runs = parts.map((part) => part.run)
    const certain = overloads.length === 1 && parts.every((part) => !hasDyn(this.types.resolve(part.type)))
    const prepared = overloads.length === 1 && first ? this.#prepare(node, first, parts) : undefined
    return (frame) => {
      const values = runs.map((run) => run(frame))
      const overload = certain && first ? first : dispatch(overloads, values)
      if (overload.upfront) frame.meter.spend(overload.upfront(values))
      const result = (prepared ?? overload.run)(...values)
      frame.meter.spend(overload.cost?.(values, result) ?? 1)
      return result
    }
  }

  #prepare(node: ASTNode, overload: Overload, parts: readonly Checked[]): Overload['run'] | undefined {
    try {
      return overload.prepare?.(parts.map((part) => part.literal))
    } catch (error) {
      if (!(error instanceof CelError)) throw error
      if (overload.name === 'format') this.#remark(node, error.message)
      else this.#remark(literalIn(node), `invalid ${overload.name} argument`)
      return undefined
    }
  }

  #checkLiteral(value: unknown): Checked {
    const literal = literalOf(value)
    return { type: typeOf(literal), run: () => literal, literal }
  }

  /** A variable, or the name of a type. */
  #checkName(_node: ASTNode, name: string): Checked | undefined {
    const variable = this.#scope.findLast((candidate) => candidate.name === name)
    if (variable) {
      this.used.add(name)
      const { slot } = variable
      const run: Run = ({ slots, meter }) => {
        meter.spend(1)
        return slots[slot] as CelValue
      }
      return { type: variable.type, run }
    }
    const type = typeNames.get(name)
    if (!type) return undefined
    const value = new TypeName(name)
    return { type: { kind: 'type', of: type }, run: () => value, literal: value }
  }

  #checkSelection(node: ASTNode & { op: '.' }): Checked {
    const name = qualifiedName(node)
    const named = name === undefined ? undefined : this.#checkName(node, name)
    if (named) return named
    const [operand, field] = node.args
    const target = this.check(operand)
    const type = this.fieldType(node, target, field)
    return { type, run: runField(target.run, field) }
  }

  #checkOptionalSelection(node: ASTNode & { op: '.?' }): Checked {
    const [operand, field] = node.args
    const target = this.check(operand)
    const type = this.fieldType(node, target, field)
    return {
      type: type.kind === 'optional' ? type : optionalOf(type),
      run: runOptionalField(target.run, field),
    }
  }

  /** The type of a field of what has been checked; an optional has optional fields. */
  fieldType(node: ASTNode, target: Checked, field: string): CelType {
    const type = this.types.resolve(target.type)
    if (type.kind === 'optional') return optionalOf(this.fieldType(node, { ...target, type: type.of }, field))
    if (type.kind === 'map') return type.of
    if (type.kind === 'object')
      return type.field(field) ?? this.report(node, `undefined field '${field}'`).type
    if (type.kind === 'var') this.types.assign(dyn, type)
    else if (!isDyn(type)) this.report(node, `type '${formatType(type)}' does not support field selection`)
    return dyn
  }

  #checkList(nodes: readonly ASTNode[]): Checked {
    const parts = this.#checkAll(nodes)
    const type = this.#join(nodes, parts)
    const runs = parts.map(({ run }) => run)
    const run: Run = (frame) => {
      frame.meter.spend(10)
      return new ArrayList(runs.map((part) => part(frame)))
    }
    return { type: listOf(type), run }
  }

  #checkMap(entries: readonly (readonly [ASTNode, ASTNode])[]): Checked {
    const keys = entries.map(([key]) => this.check(key))
    const values = entries.map(([, value]) => this.check(value))
    const type = mapOf(
      this.#join(
        entries.map(([key]) => key),
        keys,
      ),
      this.#join(
        entries.map(([, value]) => value),
        values,
      ),
    )
    const run: Run = (frame) => {
      frame.meter.spend(30)
      return new EntryMap(keys.map((key, index) => [key.run(frame), (values[index] as Checked).run(frame)]))
    }
    return { type, run }
  }

  /** The one type that all parts share; dyn if they do not, which only `format` may be given. */
  #join(nodes: readonly ASTNode[], parts: readonly Checked[]): CelType {
    let joined: CelType | undefined
    for (const [index, part] of parts.entries()) {
      if (joined === undefined) joined = part.type
      else if (!this.types.assign(joined, part.type)) {
        const [first, found] = [joined, part.type].map((type) => formatType(this.types.settle(type)))
        if (!this.#mixing)
          this.#remark(nodes[index] as ASTNode, `expected type '${first}' but found '${found}'`)
        joined = dyn
      } else if (isDyn(part.type)) joined = dyn
    }
    return joined ?? this.types.fresh()
  }

  #checkChoice(node: ASTNode, [condition, yes, no]: readonly [ASTNode, ASTNode, ASTNode]): Checked {
    const parts = [condition, yes, no].map((part) => this.check(part)) as [Checked, Checked, Checked]
    const type = this.types.fresh()
    const fits = this.types.assignAll(
      parts.map((part) => part.type),
      [bool, type, type],
    )
    if (!fits) return this.#noOverload(node, { name: '_?_:_', parts })
    const [test, left, right] = parts
    const run: Run = (frame) => (asBool(test.run(frame)) ? left.run(frame) : right.run(frame))
    return { type: this.types.resolve(type), run }
  }

  #checkJunction(op: '||' | '&&', nodes: readonly [ASTNode, ASTNode]): Checked {
    const parts = nodes.map((node) => this.check(node)) as [Checked, Checked]
    for (const [index, part] of parts.entries()) this.expect(nodes[index] as ASTNode, part, bool)
    const [left, right] = parts
    return { type: bool, run: op === '||' ? runAny(left.run, right.run) : runAll(left.run, right.run) }
  }

  #checkCall(node: ASTNode & { op: 'call' | 'rcall' }): Checked {
    const missing = (name: string) => this.report(node, `undeclared reference to '${name}' (in container '')`)
    if (node.op === 'call') {
      const [name, nodes] = node.args
      const parts = this.#checkAll(nodes)
      return functionTable.has(name) ? this.#call(node, { name, parts }) : missing(name)
    }
    const [name, receiver, nodes] = node.args
    const mixing = this.#mixing
    this.#mixing ||= name === 'format'
    const parts = this.#checkAll(nodes)
    this.#mixing = mixing
    const prefix = qualifiedName(receiver)
    const qualified = prefix === undefined ? undefined : `${prefix}.${name}`
    if (qualified !== undefined && functionTable.has(qualified))
      return this.#call(node, { name: qualified, parts })
    const target = this.check(receiver)
    return functionTable.has(name)
      ? this.#call(node, { name, parts: [target, ...parts], member: true })
      : missing(name)
  }
}
