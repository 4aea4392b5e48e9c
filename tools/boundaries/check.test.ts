import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Package, root } from '../workspace.ts'
import { boundaryProblems } from './check.ts'
import { roomsTable } from './rooms.ts'

let home = ''
before(() => {
  home = mkdtempSync(join(tmpdir(), 'sitrep-boundaries-'))
})
after(() => rmSync(home, { recursive: true }))

const dependsOn = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name.startsWith('@') ? name : `@sitrep/${name}`, '0.1.0']))

function pack(
  short: string,
  files: Readonly<Record<string, string>>,
  dependencies: Record<string, string> = {},
): Package {
  const folder = join(home, `${Math.floor(performance.now() * 1000)}-${short}`)
  mkdirSync(join(folder, 'src'), { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'src', name)), { recursive: true })
    writeFileSync(join(folder, 'src', name), text)
  }
  const exports = Object.hasOwn(files, 'family.ts') ? { '.': {}, './family': {} } : { '.': {} }
  return { short, folder, manifest: { name: `@sitrep/${short}`, version: '0.1.0', dependencies, exports } }
}

/** Two packages, of which the second one's test reaches into the first. */
function reachingIn(): readonly Package[] {
  const [conditions, status] = [
    pack('conditions', { 'b.testing.ts': 'export const b = 1' }),
    pack('status', {}),
  ]
  const path = `../../${basename(conditions.folder)}/src/b.testing.ts`
  writeFileSync(join(status.folder, 'src', 'a.test.ts'), `import { b } from '${path}'\nexport const a = b`)
  return [conditions, status]
}

type Case = [name: string, packages: () => readonly Package[], says: RegExp | undefined, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['a layer above',          () => [pack('conditions', {}), pack('status', { 'a.ts': "import { a } from '@sitrep/conditions'" }, dependsOn('conditions'))], undefined, 'dependencies point upwards'],
  ['a layer below',          () => [pack('status', {}), pack('conditions', { 'a.ts': "import { a } from '@sitrep/status'" }, dependsOn('status'))], /one way/, 'the tree is the diagram'],
  ['a type of a layer below', () => [pack('status', {}), pack('conditions', { 'a.ts': "import type { A } from '@sitrep/status'" }, dependsOn('status'))], /one way/, 'a type-only import is an import'],
  ['an inline import type',  () => [pack('status', {}), pack('conditions', { 'a.ts': "export type A = import('@sitrep/status').A" }, dependsOn('status'))], /one way/, 'that is one as well'],
  ['a re-export',            () => [pack('status', {}), pack('conditions', { 'a.ts': "export { a } from '@sitrep/status'" }, dependsOn('status'))], /one way/, 'that is one as well'],
  ['a dynamic import',       () => [pack('status', {}), pack('conditions', { 'a.ts': "export const a = () => import('@sitrep/status')" }, dependsOn('status'))], /one way/, 'that is one as well'],
  ['a sibling',              () => [pack('engine', {}), pack('verdict', { 'a.ts': "import { a } from '@sitrep/engine'" }, dependsOn('engine'))], /siblings/, 'siblings do not know each other'],
  ['an undeclared package',  () => [pack('conditions', {}), pack('status', { 'a.ts': "import { a } from '@sitrep/conditions'" })], /no dependency/, 'what is used is declared'],
  ['a deep import',          () => [pack('conditions', {}), pack('status', { 'a.ts': "import { a } from '@sitrep/conditions/src/set.ts'" }, dependsOn('conditions'))], /deep/, 'index.ts is the surface'],
  ['a library in pure code', () => [pack('status', { 'a.ts': "import { parse } from 'yaml'" }, { yaml: '2' })], /third-party/, 'pure packages stand alone'],
  ['Node in pure code',      () => [pack('status', { 'a.ts': "import { readFileSync } from 'node:fs'" })], /browser/, 'pure packages run in a browser'],
  ['the clock in pure code', () => [pack('status', { 'a.ts': 'export const a = Date.now()' })], /time and chance/, 'time is an argument'],
  ['a date of no argument',  () => [pack('status', { 'a.ts': 'export const a = new Date()' })], /time and chance/, 'time is an argument'],
  ['a date of an argument',  () => [pack('status', { 'a.ts': 'export const a = new Date(0)' })], undefined, 'nothing is asked of the clock'],
  ['chance in pure code',    () => [pack('status', { 'a.ts': 'export const a = Math.random()' })], /time and chance/, 'the same world gives the same status'],
  ['a lost promise',         () => [pack('status', { 'a.ts': 'export const a = (b: () => Promise<void>) => { void b() }' })], /Background/, 'nobody would notice that it was rejected'],
  ['a lost promise returned', () => [pack('status', { 'a.ts': 'export const a = (b: () => Promise<void>) => void b()' })], /Background/, 'that is one as well'],
  ['an awaited promise',     () => [pack('status', { 'a.ts': 'export const a = async (b: () => Promise<number>) => void (await b())' })], undefined, 'only its value is thrown away'],
  ['test code',              () => [pack('status', { 'a.ts': "import { b } from './b.testing.ts'", 'b.testing.ts': 'export const b = 1' })], /test code/, 'production never imports it'],
  ['test code of another',   () => [pack('conditions', {}), pack('status', { 'a.ts': "import { a } from '@sitrep/conditions/testing'" }, dependsOn('conditions'))], /test code/, 'it is not in the package that others install'],
  ['a test that reaches in', reachingIn, /reached by @sitrep\/conditions\/testing/, 'what is inside a package moves freely'],
  ['a heavy family',         () => [pack('status', {}), pack('gateway-api', { 'family.ts': "import { a } from './catalog.ts'", 'catalog.ts': 'export const a = 1' })], /light/, 'nobody waits for what is not computed'],
  ['a family far from light', () => [pack('status', {}), pack('gateway-api', { 'family.ts': "import { a } from './b.ts'", 'b.ts': "import { a } from './catalog.ts'", 'catalog.ts': 'export const a = 1' })], /light/, 'what it loads loads it too'],
  ['a light family',         () => [pack('status', {}), pack('gateway-api', { 'family.ts': "export const a = () => import('./catalog.ts')", 'catalog.ts': 'export const a = 1' })], undefined, 'what is computed waits behind parts'],
  ['a cycle of types',       () => [pack('status', { 'a.ts': "import type { B } from './b.ts'\nexport type A = B", 'b.ts': "import type { A } from './a.ts'\nexport type B = A" })], /import cycle/, 'types count'],
]

/** A family with one kind, and one file of it that imports another. */
function kindWith(files: Readonly<Record<string, string>>): readonly Package[] {
  const kind = Object.fromEntries(Object.entries(files).map(([name, text]) => [`machine/${name}`, text]))
  return [
    pack('status', {}),
    pack('gateway-api', { 'family.ts': '', 'machine/status.ts': '', ...kind }, dependsOn('status')),
  ]
}

const importing = (from: string, to: string): readonly Package[] => {
  const steps = from.split('/').length - 1
  const path = `${steps === 0 ? './' : '../'.repeat(steps)}${to}`
  return kindWith({
    [from]: `import type { B } from '${path}'\nexport type A = B`,
    [to]: 'export type B = 1',
  })
}

type RoomCase = [from: string, to: string, says: RegExp | undefined, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const roomCases: RoomCase[] = [
  ['observe.ts',           'types.ts',            undefined,                 'it picks what they say'],
  ['observe.ts',           'facts.ts',            /does not decide/,         'what looks does not decide'],
  ['observe.ts',           'rules.ts',            /does not decide/,         'what looks does not decide'],
  ['observe.ts',           'compute.ts',          /does not decide/,         'what looks does not decide'],
  ['observe-deletion.ts',  'facts.ts',            /does not decide/,         'a part of observing is observing'],
  ['facts.ts',             'types.ts',            undefined,                 'the observation is reduced here'],
  ['facts.ts',             'observe.ts',          /nothing from observe/,    'what decides does not look'],
  ['facts.ts',             'rules.ts',            /nothing from rules/,      'rules ask facts'],
  ['rules.ts',             'facts.ts',            undefined,                 'rules ask facts'],
  ['rules.ts',             'observe.ts',          /nothing from observe/,    'what decides does not look'],
  ['rules.ts',             'compute.ts',          /nothing from compute/,    'the table comes first'],
  ['compute.ts',           'rules.ts',            undefined,                 'that is what it runs'],
  ['compute.ts',           'observe.ts',          /nothing from observe/,    'what decides does not look'],
  ['layout.ts',            'observe.ts',          /nothing from observe/,    'what decides does not look'],
  ['old-status.ts',        'observe.ts',          /nothing from observe/,    'what decides does not look'],
  ['columns.ts',           'compute.ts',          /nothing from compute/,    'a column shows what is written'],
  ['schema.ts',            'rules.ts',            /nothing from rules/,      'a schema says what may be there'],
  ['types.ts',             'observe.ts',          /nothing from observe/,    'types rest on nothing'],
  ['compute.ts',           'status.ts',           /nothing from status/,     'status.ts puts all together'],
  ['steps/infrastructure.ts', 'types.ts',         /in no room/,              'whoever opens a kind finds the same rooms'],
  ['outcome.ts',           'types.ts',            /in no room/,              'whoever opens a kind finds the same rooms'],
  ['facts/drain.ts',       'types.ts',            /fewer than three/,        'a folder earns its place'],
  ['compute/counters.ts',  'types.ts',            /is one file/,             'it is a table of contents'],
]

const world = "import type { World } from '@sitrep/status'\nexport type A = World"

describe('The rooms of a kind', () => {
  for (const [from, to, says, because] of roomCases) {
    it(`${from} imports ${to}: ${says === undefined ? 'fine' : 'refused'}, because ${because}`, () => {
      const problems = boundaryProblems(importing(from, to)).join('\n')
      if (says === undefined) assert.equal(problems, '')
      else assert.match(problems, says)
    })
  }

  it('only what observes takes a World', () => {
    assert.deepEqual(boundaryProblems(kindWith({ 'observe.ts': world })), [])
    assert.match(boundaryProblems(kindWith({ 'facts.ts': world })).join(), /only what is called observe/)
    const shared = pack('gateway-api', { 'family.ts': '', 'model/seen.ts': world }, dependsOn('status'))
    assert.match(boundaryProblems([pack('status', {}), shared]).join(), /only what is called observe/)
  })

  it('what observes asks no clock', () => {
    const asks = 'export const late = (clock: { passed(at: string): boolean }) => clock.passed("x")'
    assert.match(boundaryProblems(kindWith({ 'observe.ts': asks })).join(), /asks the clock/)
    assert.deepEqual(boundaryProblems(kindWith({ 'facts.ts': asks })), [])
  })

  it('are those that CONTRIBUTING shows', () => {
    assert.ok(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').includes(roomsTable()))
  })
})

describe('Fragments', () => {
  const short = (count: number): Readonly<Record<string, string>> => {
    const names = Array.from({ length: count }, (_, index) => `part-${index}.ts`)
    const all = names.map((name) => `import './${name}'`).join('\n')
    return { 'whole.ts': `${all}\n`, ...Object.fromEntries(names.map((name) => [name, 'export {}'])) }
  }

  it('a few are fine, and thirty are named', () => {
    assert.deepEqual(boundaryProblems([pack('status', short(29))]), [])
    const problems = boundaryProblems([pack('status', short(30))])
    assert.equal(problems.length, 30)
    assert.match(problems.join(), /part-7\.ts is short and only .*whole\.ts imports it/)
  })

  it('a file that two others import is none', () => {
    const twice = Object.keys(short(30)).filter((name) => name !== 'whole.ts')
    const other = twice.map((name) => `import './${name}'`).join('\n')
    assert.deepEqual(boundaryProblems([pack('status', { ...short(30), 'other.ts': other })]), [])
  })
})

describe('Boundaries', () => {
  for (const [name, packages, says, because] of cases) {
    it(`${name}: ${says === undefined ? 'fine' : 'refused'}, because ${because}`, () => {
      const problems = boundaryProblems(packages()).join('\n')
      if (says === undefined) assert.equal(problems, '')
      else assert.match(problems, says)
    })
  }

  it('the workspace keeps them', () => {
    assert.deepEqual(boundaryProblems(), [])
  })
})
