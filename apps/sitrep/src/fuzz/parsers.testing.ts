import type { Buffer } from 'node:buffer'
import { ControllerError, openKubeconfig } from '@sitrep/controller/connection'
import { parseScenario, ScenarioError } from '@sitrep/simulator'
import { fields, formatAddress, parseAddress } from '@sitrep/status'
import { judge } from '@sitrep/verdict'
import { type Call, CommandError } from '../command.ts'
import { parseSelector } from '../get/label-selector.ts'
import { parseDuration } from '../options/duration.ts'
import { parseOutput, parsePort, parsePositive, parseProfile } from '../options/option-values.ts'
import { formatYaml } from '../output/format-yaml.ts'
import { fileLimits } from '../source/file-limits.ts'
import { parseObjects } from '../source/parse-objects.ts'
import { isTar, readTar } from '../source/read-tar.ts'
import { soundObject } from '../source/sound-object.ts'
import { typedTargets } from '../source/target.ts'
import { families } from '../testing.ts'
import { ExpressionError } from '../wait/expression.ts'
import { parseExpression } from '../wait/parse-expression.ts'

/** Something that reads text from outside. */
export interface Parser {
  /** The folder of its corpus. */
  readonly name: string
  /** Reads it, or refuses it with an error of those that people are told. */
  readonly parse: (bytes: Buffer) => unknown
  /** How large a number it takes until work can be measured; left out: thousands. */
  readonly size?: number
  /** Texts that grow with a number, to see that the work does not grow faster. */
  readonly grown: readonly ((size: number) => string)[]
}

const text = (bytes: Buffer): string => bytes.toString('utf8')
const objectsIn = (bytes: Buffer): readonly { readonly object: unknown }[] =>
  parseObjects(text(bytes), 'file', { onLeftOut: () => {} })

const call = (value: string): Call => ({ words: [], options: { value, output: value } })

/** Whether an error is one that people are told: anything else is a mistake of ours. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof CommandError ||
  error instanceof ExpressionError ||
  error instanceof ScenarioError ||
  error instanceof ControllerError

// biome-ignore format: the table is read as one; its columns stay aligned
/** Everything on this side of a server that reads text from outside. */
export const parsers: readonly Parser[] = [
  { name: 'objects', size: 800, parse: objectsIn, grown: [
      (size) => `kind: A\napiVersion: v1\nmetadata: {name: a}\nspec:\n${'  - a: b\n'.repeat(size)}`,
      (size) => `---\n${'kind: A\n---\n'.repeat(size)}`,
      (size) => `{"kind":"A","apiVersion":"v1","metadata":{"name":"a"},"spec":[${'{},'.repeat(size)}{}]}`,
      (size) => `${'{"kind":"A"}\n'.repeat(size)}`,
      (size) => `a: "${'\\n x'.repeat(size)}"`,
      (size) => `==== START logs for container a ====\n${'line\n'.repeat(size)}`,
    ] },
  { name: 'conditions', size: 800, parse: judgeAll, grown: [
      (size) => JSON.stringify(withConditions(Array.from({ length: size }, (_, at) => ({ type: `T${at}`, status: 'False', reason: 'R', message: 'm' })))),
    ] },
  { name: 'selectors', parse: (bytes) => parseSelector(text(bytes))({ app: 'web' }), grown: [
      (size) => 'a=b,'.repeat(size),
      (size) => `a in (${'b,'.repeat(size)}c)`,
      (size) => '('.repeat(size),
      (size) => `a${' '.repeat(size)}in`,
    ] },
  { name: 'expressions', parse: (bytes) => parseExpression(text(bytes)), grown: [
      (size) => `${'Ready && '.repeat(size)}Ready`,
      (size) => `jsonpath={${'.a'.repeat(size)}}=b`,
      (size) => `cel=object.a == "${'x'.repeat(size)}"`,
      (size) => `jsonpath={.a[?(@.b=="${'c'.repeat(size)}")]}`,
    ] },
  { name: 'kubeconfig', size: 800, parse: readSecret, grown: [
      (size) => `current-context: a\ncontexts:\n${'- {name: b, context: {cluster: c}}\n'.repeat(size)}`,
      (size) => `current-context: "${'a '.repeat(size)}"`,
      (size) => `clusters:\n${'- cluster:\n    server: x\n  name: a\n'.repeat(size)}`,
    ] },
  { name: 'scenarios', size: 800, parse: (bytes) => parseScenario(text(bytes), 'file'), grown: [
      (size) => `name: a\ntimeline:\n${'  - at: 1s\n    create: []\n'.repeat(size)}`,
    ] },
  { name: 'archives', parse: readArchive, grown: [
      (size) => 'x'.repeat(size * 100),
    ] },
  { name: 'addresses', parse: (bytes) => formatAddress(parseAddress(text(bytes))), grown: [
      (size) => '[":'.repeat(size),
    ] },
  { name: 'options', parse: readOptions, grown: [
      (size) => '1h'.repeat(size),
      (size) => '9'.repeat(size),
      (size) => `1.${'9'.repeat(size)}`,
    ] },
  { name: 'targets', parse: (bytes) => typedTargets(text(bytes).split(' ')), grown: [
      (size) => 'a,'.repeat(size),
      (size) => 'a/b '.repeat(size),
    ] },
]

function judgeAll(bytes: Buffer): void {
  for (const { object } of objectsIn(bytes)) {
    const sound = soundObject(object as Parameters<typeof soundObject>[0], () => {})
    if (sound === undefined) continue
    judge(sound, { now: '2026-01-01T00:00:00Z', families })
    formatYaml(fields(sound)['status'] ?? null)
  }
}

const withConditions = (conditions: unknown): unknown => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name: 'w', namespace: 'prod' },
  status: { conditions },
})

// As one that comes from a Secret: nothing of it is run and no file of this machine is read.
async function readSecret(bytes: Buffer): Promise<void> {
  const { connection } = await openKubeconfig({ text: text(bytes), from: 'secret' })
  connection.close()
}

function readArchive(bytes: Buffer): void {
  if (isTar(bytes))
    for (const { bytes: content } of readTar(bytes, 'file', fileLimits)) if (content.length < 0) return
}

function readOptions(bytes: Buffer): void {
  const asked = call(text(bytes))
  const ways = [
    () => parseDuration(asked, 'value', 0),
    () => parsePort(asked, 'value', 0),
    () => parsePositive(asked, 'value', 0),
    () => parseProfile(asked.options['value']),
    () => parseOutput(asked, ['json']),
  ]
  for (const way of ways) {
    try {
      way()
    } catch (error) {
      if (!isRefusal(error)) throw error
    }
  }
}
