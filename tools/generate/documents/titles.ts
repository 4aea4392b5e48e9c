import { parseSync } from 'oxc-parser'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

/** The texts that stand in one call or one list, and the call or list itself. */
interface Group {
  readonly node: Node
  readonly texts: readonly string[]
}

/** The texts of a source file: those of titles, and those of rows in tables. */
export interface Texts {
  readonly whole: Node
  readonly groups: readonly Group[]
  readonly all: readonly (Node & { readonly text: string })[]
}

/** Finds every text of a source file. Comments are none. */
export function textsIn(file: string, source: string): Texts {
  const { program, errors } = parseSync(file, source)
  const [error] = errors
  if (error !== undefined) throw new Error(`${file}: ${error.message}`)
  const groups: Group[] = []
  const all: (Node & { text: string })[] = []
  visit(program, (node) => {
    const text = textOf(node, source)
    if (text !== undefined) all.push({ type: node.type, start: node.start, end: node.end, text })
    const members =
      node.type === 'CallExpression'
        ? node['arguments']
        : node.type === 'ArrayExpression'
          ? node['elements']
          : []
    const texts = (members as (SyntaxNode | null)[]).flatMap((member) => textOf(member, source) ?? [])
    if (texts.length > 0) groups.push({ node, texts })
  })
  return { whole: { type: 'Program', start: 0, end: source.length }, groups, all }
}

/**
 * Whether a title is there; `…` at its end stands for the rest of it. `a > b`: the text b inside the call or the row that a
 * names, as a test inside its `describe` or a row inside its table.
 */
export function holdsTitle(texts: Texts, title: string): boolean {
  return holds(texts, texts.whole, title.split(' > '))
}

function holds(texts: Texts, inside: Node, [first = '', ...rest]: readonly string[]): boolean {
  const within = ({ start, end }: Node): boolean => start >= inside.start && end <= inside.end
  if (rest.length === 0) return texts.all.some((text) => within(text) && fits(text.text, first))
  return texts.groups.some(
    (group) =>
      within(group.node) && group.texts.some((text) => fits(text, first)) && holds(texts, group.node, rest),
  )
}

const fits = (text: string, title: string): boolean =>
  title.length > 1 && title.endsWith('…') ? text.startsWith(title.slice(0, -1)) : text === title

type SyntaxNode = Node & Readonly<Record<string, unknown>>

// A template counts as it is written, `${name}` and all: that is how a reader finds it.
function textOf(node: SyntaxNode | null, source: string): string | undefined {
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  return node?.type === 'TemplateLiteral' ? source.slice(node.start + 1, node.end - 1) : undefined
}

function visit(value: unknown, see: (node: SyntaxNode) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, see)
  else if (typeof value === 'object' && value !== null) {
    if ('type' in value && typeof value.type === 'string' && 'start' in value) see(value as SyntaxNode)
    for (const inner of Object.values(value)) visit(inner, see)
  }
}
