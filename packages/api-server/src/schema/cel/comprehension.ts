import { CelError, noSuchOverload } from './cel-error.ts'
import type { CheckContext, Checked, Frame, Run } from './checked.ts'
import { compare } from './equality.ts'
import type { ASTNode } from './parse.ts'
import { attempt } from './run.ts'
import { bool, type CelType, dyn, errorType, formatType, int, isDyn, listOf, mapOf } from './types.ts'
import { ArrayList, asBool, CelList, CelMap, type CelValue, EntryMap } from './values.ts'

/** A macro that goes through a list or map. */
export interface Loop {
  readonly kind:
    | 'all'
    | 'exists'
    | 'existsOne'
    | 'map'
    | 'filter'
    | 'sortBy'
    | 'transformMap'
    | 'transformMapEntry'
  readonly variables: 1 | 2
}

interface LoopCall {
  readonly receiver: ASTNode
  readonly parts: readonly ASTNode[]
}

/** One round of a loop: sets the variables and computes. */
type Rounds = (frame: Frame, round: () => 'stop' | undefined) => void

/** Checks a macro such as `list.all(x, x > 0)`: the variables, the range, and what is computed for each item. */
export function checkComprehension(
  checker: CheckContext,
  loop: Loop,
  { receiver, parts }: LoopCall,
): Checked {
  const names = parts.slice(0, loop.variables)
  const wrong = names.find((name) => name.op !== 'id')
  if (wrong) return checker.report(wrong, 'argument must be a simple name')
  const range = checker.check(receiver)
  const types = variableTypes(checker, receiver, { range, loop })
  const declared = names.map((name, index) => [name.args as string, types[index] ?? dyn] as const)
  return checker.within(declared, (slots) => {
    const body = parts.slice(loop.variables)
    const checked = body.map((part) => checker.check(part))
    const [last = checked[0] as Checked] = checked.slice(-1)
    const filter = checked.length === 2 ? checked[0] : undefined
    if (filter) checker.expect(body[0] as ASTNode, filter, bool)
    if (isTest(loop)) checker.expect(body.at(-1) as ASTNode, last, bool)
    const rounds = roundsOf(range.run, slots, loop)
    const type = resultType(checker, loop, { range: range.type, last: last.type })
    return {
      type,
      run: runLoop(loop, {
        rounds,
        body: last.run,
        filter: filter?.run,
        slot: slots.at(-1) ?? 0,
        key: slots[0] ?? 0,
      }),
    }
  })
}

function isTest({ kind }: Loop): boolean {
  return kind === 'all' || kind === 'exists' || kind === 'existsOne' || kind === 'filter'
}

interface RangeOf {
  readonly range: Checked
  readonly loop: Loop
}

function variableTypes(checker: CheckContext, node: ASTNode, { range, loop }: RangeOf): readonly CelType[] {
  const type = checker.types.resolve(range.type)
  if (type.kind === 'list') return loop.variables === 1 ? [type.of] : [int, type.of]
  if (type.kind === 'map') return [type.key, type.of]
  if (type.kind === 'var') checker.types.assign(dyn, type)
  else if (!isDyn(type)) {
    checker.report(
      node,
      `expression of type '${formatType(type)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
    )
    return [errorType, errorType]
  }
  return [dyn, dyn]
}

function resultType(
  checker: CheckContext,
  { kind }: Loop,
  { range, last }: { range: CelType; last: CelType },
): CelType {
  const from = checker.types.resolve(range)
  switch (kind) {
    case 'map':
      return listOf(last)
    case 'filter':
    case 'sortBy':
      return listOf(from.kind === 'list' ? from.of : from.kind === 'map' ? from.key : dyn)
    case 'transformMap':
      return mapOf(from.kind === 'map' ? from.key : from.kind === 'list' ? int : dyn, last)
    case 'transformMapEntry':
      return checker.types.resolve(last)
    default:
      return bool
  }
}

function roundsOf(range: Run, slots: readonly number[], { variables }: Loop): Rounds {
  const [first = 0, second = 0] = slots
  return (frame, round) => {
    const value = range(frame)
    for (const [key, item] of entriesOf(value)) {
      frame.slots[first] = variables === 2 || value instanceof CelMap ? key : item
      if (variables === 2) frame.slots[second] = item
      // What cel-go charges for going round: reading the result so far and asking whether to go on.
      frame.meter.spend(3)
      if (round() === 'stop') return
    }
  }
}

function* entriesOf(value: CelValue): Generator<readonly [CelValue, CelValue]> {
  if (value instanceof CelList) {
    for (let index = 0; index < value.size; index++) yield [BigInt(index), value.at(index)]
  } else if (value instanceof CelMap) {
    for (const key of value.keys()) yield [key, value.get(key) ?? null]
  } else throw noSuchOverload()
}

interface LoopParts {
  readonly rounds: Rounds
  readonly body: Run
  readonly filter: Run | undefined
  /** The variable that holds the item. */
  readonly slot: number
  /** The variable that holds the key or index, when there are two. */
  readonly key: number
}

function runLoop(loop: Loop, parts: LoopParts): Run {
  switch (loop.kind) {
    case 'all':
      return runQuantifier(parts, { decisive: false })
    case 'exists':
      return runQuantifier(parts, { decisive: true })
    case 'existsOne':
      return runExistsOne(parts)
    case 'map':
      return runMap(parts)
    case 'filter':
      return runFilter(parts)
    case 'sortBy':
      return runSortBy(parts)
    case 'transformMap':
      return runTransformMap(parts)
    case 'transformMapEntry':
      return runTransformMapEntry(parts)
  }
}

/** Stops at the first decisive answer; an error counts only if none is found. */
function runQuantifier({ rounds, body }: LoopParts, { decisive }: { readonly decisive: boolean }): Run {
  return (frame) => {
    let error: CelError | undefined
    let result = !decisive
    rounds(frame, () => {
      const answer = attempt(() => asBool(body(frame)))
      if (answer instanceof CelError) error ??= answer
      else if (answer === decisive) result = decisive
      return result === decisive ? 'stop' : undefined
    })
    if (error && result !== decisive) throw error
    return result
  }
}

function runExistsOne({ rounds, body }: LoopParts): Run {
  return (frame) => {
    let count = 0
    rounds(frame, () => {
      if (asBool(body(frame))) count++
      return undefined
    })
    return count === 1
  }
}

function runMap({ rounds, body, filter }: LoopParts): Run {
  return (frame) => {
    const items: CelValue[] = []
    rounds(frame, () => {
      if (filter && !asBool(filter(frame))) return undefined
      frame.meter.spend(11)
      items.push(body(frame))
      return undefined
    })
    return new ArrayList(items)
  }
}

function runFilter({ rounds, body, slot }: LoopParts): Run {
  return (frame) => {
    const items: CelValue[] = []
    rounds(frame, () => {
      const item = frame.slots[slot] as CelValue
      if (!asBool(body(frame))) return undefined
      frame.meter.spend(11)
      items.push(item)
      return undefined
    })
    return new ArrayList(items)
  }
}

function runSortBy({ rounds, body, slot }: LoopParts): Run {
  return (frame) => {
    const keyed: { readonly item: CelValue; readonly key: CelValue }[] = []
    rounds(frame, () => {
      const item = frame.slots[slot] as CelValue
      frame.meter.spend(11)
      keyed.push({ item, key: body(frame) })
      return undefined
    })
    return new ArrayList(keyed.sort((a, b) => compare(a.key, b.key)).map(({ item }) => item))
  }
}

function runTransformMap({ rounds, body, filter, key }: LoopParts): Run {
  return (frame) => {
    const entries: (readonly [CelValue, CelValue])[] = []
    rounds(frame, () => {
      if (filter && !asBool(filter(frame))) return undefined
      frame.meter.spend(1)
      entries.push([frame.slots[key] as CelValue, body(frame)])
      return undefined
    })
    return new EntryMap(entries)
  }
}

function runTransformMapEntry({ rounds, body, filter }: LoopParts): Run {
  return (frame) => {
    const entries: (readonly [CelValue, CelValue])[] = []
    rounds(frame, () => {
      if (filter && !asBool(filter(frame))) return undefined
      const made = body(frame)
      if (!(made instanceof CelMap)) throw noSuchOverload()
      entries.push(...made.keys().map((key) => [key, made.get(key) ?? null] as const))
      return undefined
    })
    return new EntryMap(entries)
  }
}
