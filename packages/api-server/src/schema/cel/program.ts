import { Checker } from './checker.ts'
import { formatIssues } from './issues.ts'
import type { Meter } from './meter.ts'
import { parseExpression } from './parse.ts'
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

/** Compiles an expression over some variables, or says in kube-apiserver's words why that is not possible. */
export function compileExpression(
  source: string,
  variables: readonly (readonly [string, CelType])[],
): Program | { readonly error: string } {
  const parsed = parseExpression(source)
  if ('issue' in parsed) return { error: formatIssues([parsed.issue]) }
  const checker = new Checker(
    source,
    variables.map(([name, type], slot) => ({ name, type, slot })),
  )
  const checked = checker.check(parsed.tree)
  if (checker.issues.length > 0) return { error: formatIssues(checker.issues) }
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
