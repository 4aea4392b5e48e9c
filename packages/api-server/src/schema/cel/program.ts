import { Checker } from './checker.ts'
import { formatIssues, type Issue } from './issues.ts'
import type { Meter } from './meter.ts'
import { type ASTNode, parseExpression } from './parse.ts'
import type { CelType } from './types.ts'
import type { CelValue } from './values.ts'

/** An expression that compiled. */
export interface Program {
  readonly type: CelType
  /** The variables that it mentions. */
  readonly uses: ReadonlySet<string>
  /** Computes the expression. The values come in the order in which the variables were declared. */
  readonly run: (values: readonly CelValue[], meter: Meter) => CelValue
}

/** Why an expression does not compile: in kube-apiserver's words, and piece by piece. */
export interface Refused {
  readonly error: string
  readonly issues: readonly Issue[]
}

export type Variables = readonly (readonly [name: string, type: CelType])[]

/** Compiles an expression over some variables, or says in kube-apiserver's words why that is not possible. */
export function compileExpression(source: string, variables: Variables): Program | Refused {
  const parsed = parseExpression(source)
  return 'issue' in parsed ? refused([parsed.issue]) : compileTree(parsed.tree, variables)
}

/** Compiles an expression that was read already, or a part of one; what is wrong is told with its place in the whole. */
export function compileTree(tree: ASTNode, variables: Variables): Program | Refused {
  const checker = new Checker(
    tree.input,
    variables.map(([name, type], slot) => ({ name, type, slot })),
  )
  const checked = checker.check(tree)
  if (checker.issues.length > 0) return refused(checker.issues)
  const size = checker.slots
  return {
    type: checker.types.settle(checked.type),
    uses: checker.used,
    run: (values, meter) => {
      const slots = new Array<CelValue>(size).fill(null)
      for (const [slot, value] of values.entries()) slots[slot] = value
      return checked.run({ slots, meter })
    },
  }
}

const refused = (issues: readonly Issue[]): Refused => ({ error: formatIssues(issues), issues })
