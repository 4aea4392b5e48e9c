import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { groupOf, isFields, type KubeObject } from '@sitrep/status'
import fc from 'fast-check'
import { readDocuments } from '../../../../tools/vectors/read-documents.ts'
import { type Ran, runLine } from '../testing.ts'

const packages = join(import.meta.dirname, '..', '..', '..', '..', 'packages')

/** For every kind that stands in a vector of a family, the smallest world with one. */
function worldsByKind(family: string): ReadonlyMap<string, readonly KubeObject[]> {
  const worlds = new Map<string, readonly KubeObject[]>()
  const folder = join(packages, family, 'vectors', 'released')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => name.endsWith('.yaml')).sort()) {
    for (const document of readDocuments(join(folder, file))) {
      const { objects = [] } = (document ?? {}) as { objects?: KubeObject[] }
      for (const object of objects) {
        const kind = `${groupOf(object.apiVersion)} ${object.kind}`
        if ((worlds.get(kind)?.length ?? Number.POSITIVE_INFINITY) > objects.length) worlds.set(kind, objects)
      }
    }
  }
  return worlds
}

/** Every way to a value inside an object. */
function pathsIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))]
}

function replaced(value: unknown, [step, ...rest]: readonly string[], by: unknown): unknown {
  if (step === undefined) return by
  if (Array.isArray(value))
    return value.map((each, at) => (String(at) === step ? replaced(each, rest, by) : each))
  return isFields(value) ? { ...value, [step]: replaced(value[step], rest, by) } : value
}

const deep = JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`) as unknown
const oddValue = fc.constantFrom<unknown>(
  null,
  'text',
  '',
  7,
  -1,
  1e300,
  true,
  [],
  {},
  [null],
  ['x'],
  [7],
  [[]],
  [{}],
  { type: 7 },
  [{ type: null }],
  { a: null },
  deep,
)

// Told apart by a name that no vector has.
const untouched = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'untouched', namespace: 'quiet', uid: 'untouched', generation: 1 },
  spec: { replicas: 1 },
  status: { observedGeneration: 1, replicas: 1, readyReplicas: 1, updatedReplicas: 1, availableReplicas: 1 },
}

interface Asked {
  readonly line: readonly string[]
  /** Whether the answer speaks of objects that nothing was done to. */
  readonly answers: boolean
}

const questions = (kind: string, name: string): readonly Asked[] => [
  { line: ['status', '-o', 'json'], answers: true },
  { line: ['status'], answers: true },
  { line: ['get', `${kind},deployment.apps`, '-o', 'wide'], answers: true },
  { line: ['describe', `${kind}/${name}`], answers: false },
  { line: ['describe', 'deployment.apps/untouched', '-n', 'quiet'], answers: true },
  { line: ['explain', `${kind}/${name}`, '--verbose'], answers: false },
  { line: ['explain', 'deployment.apps/untouched', '-n', 'quiet'], answers: true },
  { line: ['lint', '-o', 'json'], answers: false },
  { line: ['trouble', '--all'], answers: false },
]

const mistakes =
  /TypeError|RangeError|ReferenceError|is not a function|is not iterable|Cannot read propert|undefined \(|\[object Object\]|\n\s+at (?:async |file:|node:|\S+ \()/

function assertAnswered({ code, out, err }: Ran, { line, answers }: Asked): void {
  const said = [...out, ...err].join('\n')
  const context = `${line.join(' ')} ended with ${code}:\n${said.slice(0, 2_000)}`
  assert.doesNotMatch(said, mistakes, context)
  // An object whose own name is no longer there, or stands there twice, is not found: that is wrong usage for whoever names it.
  assert.ok(code === 0 || code === 1 || code === 3 || (code === 2 && !answers), context)
  if (answers) assert.ok(out.join('\n').includes('untouched'), context)
}

// The short form looks at every kind; the long one at many more odd values.
const runs = Number(process.env.SITREP_FUZZ_RUNS ?? 3)

describe('Objects in which anything may stand', () => {
  for (const family of ['cluster-api', 'eks-anywhere', 'crossplane', 'gateway-api']) {
    for (const [kind, world] of worldsByKind(family)) {
      it(`${family}: a ${kind} that is odd in one place is answered, and the others are`, async () => {
        const at = world.findIndex((object) => `${groupOf(object.apiVersion)} ${object.kind}` === kind)
        const whole = world[at]
        const paths = pathsIn(whole).filter((path) => path.length > 0)
        const check = fc.asyncProperty(fc.constantFrom(...paths), oddValue, async (path, value) => {
          const odd = replaced(whole, path, value)
          const items = [...world.slice(0, at), odd, ...world.slice(at + 1), untouched]
          const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items })
          const [group = '', name = ''] = kind.split(' ')
          const typed = group === '' ? name : `${name}.${group}`
          for (const asked of questions(typed, whole?.metadata.name ?? ''))
            assertAnswered(await runLine([...asked.line, '-f', '-'], { input, width: 100 }), asked)
        })
        await fc.assert(check, { seed: 19, numRuns: runs, includeErrorInReport: true })
      })
    }
  }
})
