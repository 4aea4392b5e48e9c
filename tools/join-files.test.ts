import assert from 'node:assert/strict'
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { joinFiles } from './join-files.ts'

const exported = (...names: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    names.map((name) => [`./${name}`, { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` }]),
  )

describe('The files of a built package', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sitrep-join-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const put = (files: Readonly<Record<string, string>>): void => {
    for (const [file, text] of Object.entries({ '../package.json': '{"type":"module"}', ...files })) {
      const path = join(folder, 'dist', file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
  }
  const joined = (...entries: readonly string[]): Promise<void> => {
    const manifest = { name: '@sitrep/any', version: '0.0.0', exports: exported(...entries) }
    return joinFiles({ short: 'any', folder, manifest })
  }
  const files = (): readonly string[] => globSync('**/*.js', { cwd: join(folder, 'dist') }).sort()
  const load = (file: string): Promise<Record<string, unknown>> =>
    import(pathToFileURL(join(folder, 'dist', file)).href)

  it('become one, with the same exports', async () => {
    put({
      'index.js': "export { a } from './in/a.js'\nexport { join } from 'node:path'\n",
      'in/a.js': "import { b } from './b.js'\nexport const a = b + 1\n",
      'in/b.js': 'export const b = 1\nexport const unseen = 2\n',
    })
    await joined('index')
    assert.deepEqual(files(), ['index.js'])
    const { a, join: platforms } = await load('index.js')
    assert.deepEqual([a, platforms], [2, join])
  })

  it('are one a entry and one for what two of them share, which is there once', async () => {
    put({
      'index.js': "export { held } from './held.js'\n",
      'more.js': "import { held } from './held.js'\nexport const same = held\n",
      'held.js': 'export const held = {}\n',
    })
    await joined('index', 'more')
    assert.equal(files().length, 3)
    const [{ held }, { same }] = [await load('index.js'), await load('more.js')]
    assert.equal(held, same)
  })

  it('stay where they are when one of them asks for its own place', async () => {
    put({
      'index.js': "export { here } from './in/a.js'\n",
      'in/a.js': 'export const here = import.meta.url\n',
    })
    await joined('index')
    assert.deepEqual(files(), ['in/a.js', 'index.js'])
  })
})
