import { parseSync } from 'oxc-parser'

/** One import, re-export or dynamic import of a file. Type-only imports count like all others. */
export interface FoundImport {
  readonly specifier: string
  readonly line: number
  /** Imported when it is needed, and not with the file. */
  readonly lazy?: true
  /** What is imported by name. */
  readonly names?: readonly string[]
}

/** Everything that a source file imports. A file that cannot be parsed is an error, never an empty answer. */
export function importsOf(file: string, source: string): readonly FoundImport[] {
  const parsed = parseSync(file, source)
  const { module, errors } = parsed
  const [error] = errors
  if (error !== undefined) throw new Error(`${file}: ${error.message}`)
  const found = new Map<number, string>()
  const names = new Map<number, readonly string[]>()
  const lazy = new Set<number>()
  for (const { moduleRequest, entries } of module.staticImports) {
    found.set(moduleRequest.start, moduleRequest.value)
    names.set(
      moduleRequest.start,
      entries.map(({ importName }) => importName.name ?? '*'),
    )
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest } of entries) {
      if (moduleRequest) found.set(moduleRequest.start, moduleRequest.value)
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const text = source.slice(moduleRequest.start, moduleRequest.end)
    lazy.add(moduleRequest.start)
    found.set(moduleRequest.start, text.replace(/^['"`]|['"`]$/g, ''))
  }
  // `import('x').Type` stands in types only, where the parser's module record does not look.
  visitWhere(/\bimport\s*\(/, { source, parsed }, (node) => {
    if (node.type !== 'TSImportType') return
    const argument = (node.source ?? node.argument) as {
      value?: string
      literal?: { value?: string }
      start: number
    }
    found.set(argument.start, argument.value ?? argument.literal?.value ?? '')
  })
  return [...found].map(([start, specifier]) => ({
    specifier,
    line: source.slice(0, start).split('\n').length,
    ...(lazy.has(start) && { lazy: true as const }),
    names: names.get(start) ?? [],
  }))
}

type AstNode = { readonly type: string } & Readonly<Record<string, unknown>>

interface Parsed {
  readonly source: string
  readonly parsed: { readonly program: unknown }
}

// The parser hands the tree over as a long text when it is asked for it: where no such word stands, nobody asks.
function visitWhere(words: RegExp, { source, parsed }: Parsed, see: (node: AstNode) => void): void {
  if (words.test(source)) visit(parsed.program, see)
}

function visit(value: unknown, see: (node: AstNode) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, see)
  else if (typeof value === 'object' && value !== null) {
    if ('type' in value && typeof value.type === 'string') see(value as AstNode)
    for (const inner of Object.values(value)) visit(inner, see)
  }
}

/** What a pure file may not ask for: the clock and chance. The rest of the outside world does not compile there. */
export function impureCalls(
  file: string,
  source: string,
): readonly { readonly call: string; readonly line: number }[] {
  const calls: { call: string; line: number }[] = []
  const lineOf = (node: AstNode): number => source.slice(0, node.start as number).split('\n').length
  visitWhere(/\b(?:Date|Math|performance)\b/, { source, parsed: parseSync(file, source) }, (node) => {
    const call = impureCall(node, source)
    if (call !== undefined) calls.push({ call, line: lineOf(node) })
  })
  return calls
}

function impureCall(node: AstNode, source: string): string | undefined {
  if (
    node.type === 'NewExpression' &&
    textOf(node.callee, source) === 'Date' &&
    (node.arguments as unknown[]).length === 0
  ) {
    return 'new Date()'
  }
  if (node.type !== 'CallExpression') return undefined
  const callee = textOf(node.callee, source)
  if (callee === 'Date.now' || callee === 'Math.random' || callee === 'performance.now') return `${callee}()`
  return callee === 'Date' ? 'Date()' : undefined
}

/** The lines in which a file throws a value away with `void`. What was awaited may be: nobody's promise is lost with it. */
export function linesLosingValues(file: string, source: string): readonly number[] {
  const lines: number[] = []
  visitWhere(/\bvoid\b/, { source, parsed: parseSync(file, source) }, (node) => {
    if (node.type !== 'UnaryExpression' || node.operator !== 'void') return
    if (withoutParentheses(node.argument as AstNode).type === 'AwaitExpression') return
    lines.push(source.slice(0, node.start as number).split('\n').length)
  })
  return lines
}

const withoutParentheses = (node: AstNode): AstNode =>
  node.type === 'ParenthesizedExpression' ? withoutParentheses(node.expression as AstNode) : node

/** The lines in which a file asks the clock whether a time has passed. */
export const linesAskingClock = (source: string): readonly number[] =>
  source.split('\n').flatMap((line, at) => (/\.passed\(/.test(line) ? [at + 1] : []))

const textOf = (node: unknown, source: string): string => {
  const { start, end } = node as { start: number; end: number }
  return source.slice(start, end)
}
