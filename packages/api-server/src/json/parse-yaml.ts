import type { Alias, LineCounter, Node, Scalar, YAMLMap } from 'yaml'
import type { Json } from './json.ts'
import { JsonSyntaxError } from './json-syntax-error.ts'
import { loadYaml, type YamlLibrary } from './load-yaml.ts'
import { isJsonArray, isJsonObject, type MutableJsonObject, setOwn } from './own.ts'
import { parseJson } from './parse-json.ts'
import { maxDepth, maxValues, type Parsed, tooManyValues } from './parsed.ts'
import { quoteGo } from './quote.ts'
import { resolvePlainScalar } from './yaml-scalar.ts'

/** kube-apiserver stops collecting after this many. */
const maxRepeated = 100

/** A document of a few lines can expand to gigabytes through aliases of aliases: characters, written out. */
const maxExpandedText = 4 * 1024 * 1024

/**
 * Reads one YAML document with the habits of sigs.k8s.io/yaml (YAML 1.1 booleans and octal numbers, dates as text, keys
 * become strings). Throws `JsonSyntaxError`. Repeated keys: the last one wins, and all are named with their lines.
 */
export function parseYaml(text: string): Parsed {
  // JSON is YAML, and most "YAML" bodies that clients send are JSON.
  if (text.trimStart().startsWith('{')) {
    try {
      return parseJson(text)
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error
    }
  }
  const yaml = loadYaml()
  const lines = new yaml.LineCounter()
  const document = yaml.parseDocument(text, {
    schema: 'failsafe',
    uniqueKeys: false,
    lineCounter: lines,
    merge: false,
    logLevel: 'silent',
  })
  // Go's decoder reads the first document and leaves the rest.
  const problem = document.errors.find(({ code }) => code !== 'MULTIPLE_DOCS')
  if (problem) {
    const { line } = lines.linePos(problem.pos[0])
    throw new JsonSyntaxError(`yaml: line ${line}: ${firstLine(problem.message)}`, text, problem.pos[0])
  }
  const reader = new YamlReader(yaml, text, lines)
  const value = document.contents === null ? null : reader.read(document.contents as Node, 0)
  return { value, duplicates: reader.duplicates() }
}

/** As much as a scalar takes in the text. */
function lengthOf({ range }: Node): number {
  return range === null || range === undefined ? 0 : range[1] - range[0]
}

function firstLine(message: string): string {
  return message.replace(/ at line \d+, column \d+:[\s\S]*$/, '').split('\n')[0] ?? message
}

/** What an anchor stands for, and how much of everything it brings along wherever it is named. */
interface Anchored {
  readonly value: Json
  readonly values: number
  readonly characters: number
  readonly levels: number
}

class YamlReader {
  readonly #yaml: YamlLibrary
  readonly #text: string
  readonly #lines: LineCounter
  readonly #repeated: string[] = []
  readonly #anchors: Map<string, Anchored> = new Map()
  #values = 0
  #characters = 0
  #deepest = 0

  constructor(yaml: YamlLibrary, text: string, lines: LineCounter) {
    this.#yaml = yaml
    this.#text = text
    this.#lines = lines
  }

  /** One phrase for all of them, which is how kube-apiserver reports them. */
  duplicates(): readonly string[] {
    if (this.#repeated.length === 0) return []
    return [`yaml: unmarshal errors:\n${this.#repeated.map((line) => `  ${line}`).join('\n')}`]
  }

  read(node: Node | null, depth: number): Json {
    if (node === null) return null
    if (this.#yaml.isAlias(node)) return this.#readAlias(node, depth)
    this.#reach(depth, node)
    const { anchor } = node as Scalar | YAMLMap
    const before = { values: this.#values, characters: this.#characters, deepest: this.#deepest }
    this.#count({ values: 1, characters: this.#yaml.isScalar(node) ? lengthOf(node) : 0 }, node)
    if (anchor === undefined) return this.#readContent(node, depth)
    this.#deepest = depth
    const value = this.#readContent(node, depth)
    this.#anchors.set(anchor, {
      value,
      values: this.#values - before.values,
      characters: this.#characters - before.characters,
      levels: this.#deepest - depth,
    })
    this.#deepest = Math.max(this.#deepest, before.deepest)
    return value
  }

  #readContent(node: Node, depth: number): Json {
    if (this.#yaml.isScalar(node)) return this.#readScalar(node)
    if (this.#yaml.isSeq(node)) return node.items.map((item) => this.read(item as Node, depth + 1))
    if (this.#yaml.isMap(node)) return this.#readMap(node, depth)
    return this.#fail('unsupported node', node)
  }

  #readAlias(node: Alias, depth: number): Json {
    const target = this.#anchors.get(node.source)
    if (target === undefined) return this.#fail(`unknown anchor '${node.source}' referenced`, node)
    this.#reach(depth + target.levels, node)
    this.#count(target, node)
    return target.value
  }

  #reach(depth: number, node: Node): void {
    if (depth > maxDepth) this.#fail(`exceeded max depth of ${maxDepth}`, node)
    if (depth > this.#deepest) this.#deepest = depth
  }

  #count({ values, characters }: Pick<Anchored, 'values' | 'characters'>, node: Node): void {
    this.#values += values
    this.#characters += characters
    if (this.#values > maxValues) this.#fail(tooManyValues, node)
    if (this.#characters > maxExpandedText) this.#fail('document contains excessive aliasing', node)
  }

  #readScalar(node: Scalar): Json {
    const text = String(node.source ?? node.value ?? '')
    const tag = node.tag
    if (tag === 'tag:yaml.org,2002:str' || tag === '!') return String(node.value ?? '')
    if (node.type !== 'PLAIN' && tag === undefined) return String(node.value ?? '')
    const value = resolvePlainScalar(text)
    if (value === undefined) return this.#fail(`json: unsupported value: ${text}`, node)
    if (tag === 'tag:yaml.org,2002:float' && typeof value === 'bigint') return Number(value)
    return value
  }

  #readMap(node: YAMLMap, depth: number): Json {
    const object: MutableJsonObject = {}
    const merged: Json[] = []
    for (const pair of node.items) {
      if (!this.#yaml.isPair(pair)) continue
      const keyNode = pair.key as Node | null
      const value = this.read(pair.value as Node | null, depth + 1)
      if (this.#yaml.isScalar(keyNode) && keyNode.type === 'PLAIN' && keyNode.source === '<<') {
        merged.push(...(isJsonArray(value) ? value : [value]))
        continue
      }
      const key = this.#readKey(keyNode, depth + 1)
      if (Object.hasOwn(object, key) && this.#repeated.length < maxRepeated)
        this.#repeated.push(`line ${this.#lineOf(keyNode)}: key ${quoteGo(key)} already set in map`)
      setOwn(object, key, value)
    }
    for (const source of merged) this.#mergeInto(object, source, node)
    return object
  }

  #mergeInto(object: MutableJsonObject, source: Json, node: Node): void {
    if (!isJsonObject(source)) this.#fail('map merge requires map or sequence of maps as the value', node)
    for (const key of Object.keys(source)) {
      if (!Object.hasOwn(object, key)) setOwn(object, key, source[key] as Json)
    }
  }

  #readKey(node: Node | null, depth: number): string {
    const plain = this.#yaml.isScalar(node) && node.anchor === undefined
    const key = node === null ? null : plain ? this.#readScalar(node) : this.read(node, depth)
    if (key === null || typeof key === 'object') return this.#fail('unsupported map key', node)
    return `${key}`
  }

  #lineOf(node: Node | null): number {
    return this.#lines.linePos(node?.range?.[0] ?? 0).line
  }

  #fail(message: string, node: Node | null): never {
    throw new JsonSyntaxError(
      `yaml: line ${this.#lineOf(node)}: ${message}`,
      this.#text,
      node?.range?.[0] ?? 0,
    )
  }
}
