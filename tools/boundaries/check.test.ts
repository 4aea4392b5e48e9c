import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Package } from '../workspace.ts'
import { boundaryProblems } from './check.ts'

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
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'src', name), text)
  return { short, folder, manifest: { name: `@sitrep/${short}`, version: '0.1.0', dependencies } }
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
  ['test code',              () => [pack('status', { 'a.ts': "import { b } from './b.testing.ts'", 'b.testing.ts': 'export const b = 1' })], /test code/, 'production never imports it'],
  ['observe in compute',     () => [pack('status', { 'compute.ts': "import { b } from './observe.ts'", 'observe.ts': 'export const b = 1' })], /does not look/, 'what decides does not look'],
  ['a heavy family',         () => [pack('status', {}), pack('gateway-api', { 'family.ts': "import { a } from './catalog.ts'", 'catalog.ts': 'export const a = 1' })], /light/, 'nobody waits for what is not computed'],
  ['a family far from light', () => [pack('status', {}), pack('gateway-api', { 'family.ts': "import { a } from './b.ts'", 'b.ts': "import { a } from './catalog.ts'", 'catalog.ts': 'export const a = 1' })], /light/, 'what it loads loads it too'],
  ['a light family',         () => [pack('status', {}), pack('gateway-api', { 'family.ts': "export const a = () => import('./catalog.ts')", 'catalog.ts': 'export const a = 1' })], undefined, 'what is computed waits behind parts'],
  ['a cycle of types',       () => [pack('status', { 'a.ts': "import type { B } from './b.ts'\nexport type A = B", 'b.ts': "import type { A } from './a.ts'\nexport type B = A" })], /import cycle/, 'types count'],
]

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
