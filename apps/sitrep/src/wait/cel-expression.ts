import {
  type ASTNode,
  CelError,
  CelList,
  CelMap,
  type CelValue,
  CostExceededError,
  compileTree,
  dyn,
  formatType,
  type Issue,
  isDyn,
  Meter,
  mapOver,
  type Program,
  parseExpression,
  plainValue,
} from '@sitrep/api-server/cel'
import { suggestion } from '../suggestion.ts'
import { type Answer, given, unknown } from './answer.ts'
import {
  type Expression,
  ExpressionError,
  outdatedStatus,
  type Present,
  type Question,
} from './expression.ts'
import { conditionQuestion, namedQuestion, verdictQuestion } from './short-forms.ts'

// What kube-apiserver grants one rule of a definition.
const mostSteps = 1_000_000

/**
 * Reads an expression in CEL over `self`, the object. Where yes and no are put together by `&&`, `||` and `!`, questions can stand too: a
 * bare name, `condition("ADDRESS")`, `verdict == "Ready"`, and `any(…)` and `all(…)` over all objects. An error inside CEL is what nobody
 * can tell yet, and both count for as little: `error || true` is true.
 */
export function parseCel(text: string): Expression {
  const parsed = parseExpression(text)
  if ('issue' in parsed) throw errorAt(parsed.issue)
  return expressionOf(parsed.tree)
}

// As deep as CEL itself goes; deeper nesting could exhaust the stack.
const deepest = 500

function expressionOf(tree: ASTNode, depth = 0): Expression {
  if (depth > deepest) throw new ExpressionError(tree.start + 1, 'this is nested too deeply')
  const below = (part: ASTNode): Expression => expressionOf(part, depth + 1)
  switch (tree.op) {
    case '&&':
    case '||':
      return { ask: tree.op === '&&' ? 'and' : 'or', parts: tree.args.map(below) }
    case '!_':
      return { ask: 'not', part: below(tree.args) }
    case 'id':
      return tree.args === 'self' ? computed(tree) : namedQuestion(tree.args)
    case 'call':
      return isOverAll(tree)
        ? { ask: tree.args[0], part: below(tree.args[1][0]) }
        : (conditionIn(tree.args) ?? computed(tree))
    case '==':
    case '!=': {
      const verdict = verdictIn(tree.args)
      if (verdict === undefined) return computed(tree)
      return tree.op === '==' ? verdict : { ask: 'not', part: verdict }
    }
    default:
      return computed(tree)
  }
}

type OverAll = ASTNode & { readonly args: readonly ['any' | 'all', readonly [ASTNode]] }

const isOverAll = (tree: ASTNode & { op: 'call' }): tree is ASTNode & { op: 'call' } & OverAll =>
  (tree.args[0] === 'any' || tree.args[0] === 'all') && tree.args[1].length === 1

function conditionIn([name, args]: readonly [string, readonly ASTNode[]]): Question | undefined {
  const [type, status, ...more] = args.map(textIn)
  const [, answer] = args
  if (name !== 'condition' || type === undefined || more.length > 0) return undefined
  if (answer === undefined) return conditionQuestion(type, undefined)
  return status === undefined
    ? undefined
    : conditionQuestion(type, { text: status, column: answer.start + 1 })
}

function verdictIn(sides: readonly [ASTNode, ASTNode]): Question | undefined {
  const named = sides.find(({ op, args }) => op === 'id' && args === 'verdict')
  const other = sides.find((side) => side !== named)
  const text = other && textIn(other)
  if (named === undefined || other === undefined || text === undefined) return undefined
  return verdictQuestion({ text, column: other.start + 1 })
}

const textIn = ({ op, args }: ASTNode): string | undefined =>
  op === 'value' && typeof args === 'string' ? args : undefined

/** Something that is read from the object, as it stands in the expression, with all that leads there. */
interface Reading {
  readonly text: string
  readonly program: Program
  readonly outer: Reading | undefined
}

function computed(tree: ASTNode): Question {
  const text = textOf(tree)
  const program = compiled(tree)
  if (program.type.kind !== 'bool' && !isDyn(program.type))
    throw new ExpressionError(
      tree.start + 1,
      `this is no yes or no but of type ${formatType(program.type)}; compare it with something`,
      tree.input,
    )
  const readings = readingsIn(tree)
  return {
    ask: 'computed',
    text,
    answer: (present) => answerOf({ text, program, readings }, selfOf(present)),
  }
}

function compiled(tree: ASTNode): Program {
  const program = compileTree(tree, [['self', dyn]])
  if (!('error' in program)) return program
  const [first] = program.issues
  throw first === undefined ? new TypeError('refused without a reason') : errorAt(first)
}

const textOf = ({ input, start, end }: ASTNode): string => input.slice(start, end)

// The longest chains of fields that begin with the object: what a person wants to see of it.
function readingsIn(tree: ASTNode): readonly Reading[] {
  const reading = readingOf(tree)
  if (reading !== undefined) return reading.outer === undefined ? [] : [reading]
  const below = Array.isArray(tree.args) ? tree.args.flat(2) : [tree.args]
  return below.filter(isTree).flatMap(readingsIn)
}

const isTree = (part: unknown): part is ASTNode => typeof part === 'object' && part !== null && 'op' in part

function readingOf(tree: ASTNode): Reading | undefined {
  const isRoot = tree.op === 'id' && tree.args === 'self'
  const isStep = tree.op === '.' || (tree.op === '[]' && tree.args[1].op === 'value')
  if (!isRoot && !isStep) return undefined
  const outer = isRoot ? undefined : readingOf(tree.args[0] as ASTNode)
  return isRoot || outer !== undefined ? { text: textOf(tree), program: compiled(tree), outer } : undefined
}

// What is said of another generation is not read as being about this one.
const selfOf = ({ object, reported }: Present): CelValue => {
  const old = outdatedStatus(reported)
  if (old === undefined) return plainValue(object)
  const get = (key: string): unknown => {
    if (key === 'status') throw new CelError(old)
    return Object.hasOwn(object, key) ? object[key as keyof typeof object] : undefined
  }
  return mapOver({ keys: () => Object.keys(object), get })
}

interface Computed {
  readonly text: string
  readonly program: Program
  readonly readings: readonly Reading[]
}

function answerOf({ text, program, readings }: Computed, self: CelValue): Answer {
  const value = run(program, self)
  if (value instanceof CostExceededError) return unknown(`${text} takes more than ${mostSteps} steps here`)
  const seen = readings.map((reading) => seenAt(reading, self)).join(', ')
  if (value instanceof CelError) {
    const missing = readings.map((reading) => whyMissing(reading, self)).find((why) => why !== undefined)
    const why =
      value.message === 'no such overload' ? 'values of these types do not go together' : value.message
    return unknown(missing ?? `${seen === '' ? text : seen}: ${why}`)
  }
  if (typeof value !== 'boolean') return unknown(`${text} is ${shown(value)}, neither true nor false`)
  return given(value, seen === '' ? `${text} is ${value}` : seen)
}

function run(program: Program, self: CelValue): CelValue | CelError | CostExceededError {
  try {
    return program.run([self], new Meter(mostSteps))
  } catch (error) {
    if (error instanceof CelError || error instanceof CostExceededError) return error
    throw error
  }
}

function seenAt(reading: Reading, self: CelValue): string {
  const value = run(reading.program, self)
  return value instanceof Error
    ? (whyMissing(reading, self) ?? `${reading.text} cannot be read`)
    : `${reading.text} is ${shown(value)}`
}

/** Where a chain of fields breaks, in words; nothing where it does not. */
function whyMissing(reading: Reading, self: CelValue): string | undefined {
  const { text, program, outer } = reading
  const above = outer && whyMissing(outer, self)
  if (above !== undefined || outer === undefined) return above
  const value = run(program, self)
  if (!(value instanceof CelError)) return undefined
  const around = run(outer.program, self)
  if (!(around instanceof CelMap)) return `${text} cannot be read: ${outer.text} is ${shown(around)}`
  if (!value.message.startsWith('no such key')) return value.message
  const name = text.slice(outer.text.length).replaceAll(/^\.|[[\]"']/g, '')
  const meant = suggestion(name, around.keys().map(String))
  return `${text} is not ${text.startsWith('self.status') ? 'reported' : 'set'}${meant === undefined ? '' : `; did you mean ${meant}?`}`
}

function shown(value: CelValue | Error): string {
  if (value instanceof CelList) return `a list of ${value.size}`
  if (value instanceof CelMap) return 'an object'
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

// What people run into first, in words that say what to write; the rest as kube-apiserver says it.
const words: readonly (readonly [RegExp, string])[] = [
  [/^Syntax error: mismatched input '<EOF>'.*/, 'the expression ends too early'],
  [/^Syntax error: Unexpected token: DOT$/, 'a field is read from self: self.status.replicas'],
  [/^Syntax error: Unexpected character: =$/, 'two values are compared by =='],
  [
    /^undeclared reference to '(any|all|condition|verdict)'.*/,
    '$1 can only be combined by && || and !; in there are self and what CEL has',
  ],
  [
    /^undeclared reference to '(.*)' \(in container ''\)$/,
    'nothing is called $1 here: a field is read from self, as in self.status.replicas, and a condition by its name alone',
  ],
]

function errorAt({ line, column, message, snippet }: Issue): ExpressionError {
  const [pattern, said] = words.find(([each]) => each.test(message)) ?? [/$^/, '']
  return new ExpressionError(column + 1, message.replace(pattern, said), line > 1 ? snippet : undefined)
}
