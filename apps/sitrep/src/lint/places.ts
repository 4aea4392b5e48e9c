import type { Path } from '@sitrep/verdict'
import {
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseAllDocuments,
  type Scalar,
  type YAMLMap,
} from 'yaml'
import { kubernetesYaml } from '../source/kubernetes-yaml.ts'
import type { Place } from './observed-object.ts'

/** Tells where in a text the objects stand that were read from it, in the order in which they were read. */
export function placesIn(text: string): (index: number, path: Path) => Place | undefined {
  const lineCounter = new LineCounter()
  const documents = parseAllDocuments(text, { ...kubernetesYaml, lineCounter })
  const roots = [...documents].flatMap(({ contents }) => objectsBelow(contents as Node | null))
  return (index, path) => {
    const root = roots[index]
    const offset = root === undefined ? undefined : offsetOf(root, path)
    if (offset === undefined) return undefined
    const { line, col } = lineCounter.linePos(offset)
    return { line, column: col }
  }
}

// As objects are read: documents, lists of them, and Lists of either, whose items may leave out what the List says.
function objectsBelow(node: Node | null, given: readonly string[] = []): readonly YAMLMap[] {
  if (isSeq<Node>(node)) return node.items.flatMap((item) => objectsBelow(item))
  if (!isMap(node)) return []
  const items = node.get('items', true)
  const kind = node.get('kind')
  if (isSeq<Node>(items) && (kind === undefined || String(kind).endsWith('List'))) {
    const said = kind === undefined || kind === 'List' ? [] : ['kind', 'apiVersion']
    return items.items.flatMap((item) => objectsBelow(item, said))
  }
  const typed = ['kind', 'apiVersion'].every(
    (name) => typeof node.get(name) === 'string' || given.includes(name),
  )
  return typed && typeof node.getIn(['metadata', 'name']) === 'string' ? [node] : []
}

function offsetOf(root: YAMLMap, path: Path): number | undefined {
  let node: unknown = root
  let offset = root.range?.[0]
  for (const step of path) {
    const next: Step | undefined = stepInto(node, step)
    if (next === undefined) break
    node = next.node
    offset = next.offset ?? offset
  }
  return offset
}

interface Step {
  readonly node: unknown
  readonly offset: number | undefined
}

// A field begins with its name, an entry of a list with its value.
function stepInto(node: unknown, step: string | number): Step | undefined {
  if (typeof step === 'number') {
    const item = isSeq<Node>(node) ? node.items[step] : undefined
    return item === undefined ? undefined : { node: item, offset: item.range?.[0] }
  }
  if (!isMap(node)) return undefined
  const pair = (node.items as readonly Pair<Scalar | null, Node | null>[]).find(
    ({ key }) => isScalar(key) && key.value === step,
  )
  return pair === undefined ? undefined : { node: pair.value, offset: pair.key?.range?.[0] }
}
