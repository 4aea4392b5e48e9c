import type { CheckContext, Checked, Run } from './checked.ts'
import { checkComprehension, type Loop } from './comprehension.ts'
import type { ASTNode } from './parse.ts'
import { runHas } from './run.ts'
import { bool, type CelType, optionalOf } from './types.ts'
import { type CelValue, Optional } from './values.ts'

type Call = ASTNode & { readonly op: 'call' | 'rcall' }

/** Loops by their name and how many arguments they take; with two variables they take one more. */
const loops: Readonly<Record<string, Loop>> = {
  'all/2': { kind: 'all', variables: 1 },
  'all/3': { kind: 'all', variables: 2 },
  'exists/2': { kind: 'exists', variables: 1 },
  'exists/3': { kind: 'exists', variables: 2 },
  'exists_one/2': { kind: 'existsOne', variables: 1 },
  'existsOne/2': { kind: 'existsOne', variables: 1 },
  'existsOne/3': { kind: 'existsOne', variables: 2 },
  'map/2': { kind: 'map', variables: 1 },
  'map/3': { kind: 'map', variables: 1 },
  'filter/2': { kind: 'filter', variables: 1 },
  'transformList/3': { kind: 'map', variables: 2 },
  'transformList/4': { kind: 'map', variables: 2 },
  'sortBy/2': { kind: 'sortBy', variables: 1 },
  'transformMap/3': { kind: 'transformMap', variables: 2 },
  'transformMap/4': { kind: 'transformMap', variables: 2 },
  'transformMapEntry/3': { kind: 'transformMapEntry', variables: 2 },
  'transformMapEntry/4': { kind: 'transformMapEntry', variables: 2 },
}

/** What looks like a call but has rules of its own, because a part of it is not computed like an argument. */
export function expandMacro(checker: CheckContext, node: Call): Checked | undefined {
  if (node.op === 'call') {
    const [name, parts] = node.args
    return name === 'has' && parts.length === 1 ? checkHas(checker, node, parts[0] as ASTNode) : undefined
  }
  const [name, receiver, parts] = node.args
  const loop = Object.hasOwn(loops, `${name}/${parts.length}`) ? loops[`${name}/${parts.length}`] : undefined
  if (loop) return checkComprehension(checker, loop, { receiver, parts })
  if (parts.length === 2 && (name === 'optMap' || name === 'optFlatMap'))
    return checkOptMap(checker, name, { node, receiver, parts })
  return undefined
}

function checkHas(checker: CheckContext, node: ASTNode, part: ASTNode): Checked {
  if (part.op !== '.') return checker.report(part, 'invalid argument to has() macro')
  const [operand, field] = part.args
  const target = checker.check(operand)
  checker.fieldType(node, target, field)
  return { type: bool, run: runHas(target.run, field) }
}

interface OptionalCall {
  readonly node: ASTNode
  readonly receiver: ASTNode
  readonly parts: readonly ASTNode[]
}

/** `optional.optMap(x, …)`: computes something from the value, if there is one. */
function checkOptMap(checker: CheckContext, name: string, { node, receiver, parts }: OptionalCall): Checked {
  const [variable, body] = parts as [ASTNode, ASTNode]
  if (variable.op !== 'id')
    return checker.report(variable, `${name}() variable name must be a simple identifier`)
  const target = checker.check(receiver)
  const inner: CelType = checker.types.fresh()
  if (!checker.types.assign(target.type, optionalOf(inner))) {
    return checker.report(node, `found no matching overload for '${name}'`)
  }
  return checker.within([[variable.args, inner]], ([slot = 0]) => {
    const result = checker.check(body)
    const run: Run = (frame) => {
      const { value } = target.run(frame) as Optional
      if (value === undefined) return new Optional(undefined)
      frame.slots[slot] = value
      const computed: CelValue = result.run(frame)
      return name === 'optMap' ? new Optional(computed) : computed
    }
    return { type: name === 'optMap' ? optionalOf(result.type) : result.type, run }
  })
}
