import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import type { FleetAnswer, ObjectAnswer, TreeEntry } from '@sitrep/dashboard'
import { questions } from '@sitrep/dashboard'
import { exportAnswers } from '../dashboard/export/export-answers.ts'
import { exportScript } from '../dashboard/export/write-export.ts'
import { anyPage, dashboardOf } from '../dashboard/worlds.testing.ts'
import { tarOf } from '../terminal/tar.testing.ts'
import { type Ran, type RunOptions, recordedWorld, runLine } from '../testing.ts'

const { text, at } = recordedWorld('remediation')

interface Exported {
  readonly at: string
  readonly words: string
  readonly answers: Readonly<Record<string, unknown>>
}

function readExport(script: string): Exported {
  const found: { sitrepExport?: Exported } = {}
  runInNewContext(script, { globalThis: found })
  assert.ok(found.sitrepExport)
  // Made in another world of objects, which is told apart from this one.
  return JSON.parse(JSON.stringify(found.sitrepExport)) as Exported
}

const refsIn = ({ ref, children }: TreeEntry): readonly NonNullable<TreeEntry['ref']>[] => [
  ...(ref === undefined ? [] : [ref]),
  ...children.flatMap(refsIn),
]

describe('sitrep view', () => {
  let folder = ''
  const bundle = (): string => join(folder, 'bundle.tar.gz')
  const view = (words: readonly string[], options: RunOptions = {}): Promise<Ran> =>
    runLine(['view', ...words], { page: anyPage, now: at, ...options })
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'sitrep-view-'))
    writeFileSync(bundle(), gzipSync(tarOf([['objects.yaml', text]])))
  })
  after(() => rmSync(folder, { recursive: true }))

  /** What is served while the command runs, at these paths. */
  async function servedAt(paths: readonly string[]): Promise<{ ran: Ran; answers: readonly unknown[] }> {
    const stopping = new AbortController()
    const answers = Promise.withResolvers<readonly unknown[]>()
    const ask = async (url: string): Promise<void> => {
      try {
        answers.resolve(await Promise.all(paths.map(async (path) => (await fetch(`${url}${path}`)).json())))
      } catch (error) {
        answers.reject(error)
      } finally {
        stopping.abort()
      }
    }
    const ran = await view([bundle(), '--at', at], {
      interrupted: stopping.signal,
      onLine: (line) => {
        const [, url] = /^dashboard +(http:\S+)/.exec(line) ?? []
        if (url !== undefined) void ask(url)
      },
    })
    return { ran, answers: await answers.promise }
  }

  it('exports all that the page can ask, as it would be answered live', async () => {
    const target = join(folder, 'ticket')
    const { code, out } = await view([bundle(), '--at', at, '--export', target])
    assert.deepEqual([code, out.length], [0, 1])
    assert.match(out[0] ?? '', /^Wrote \S+ with \d+ objects: open \S+index\.html in a browser$/)
    assert.deepEqual(readdirSync(target).sort(), ['export.js', 'index.html', 'page.css', 'page.js'])
    assert.equal(statSync(join(target, 'export.js')).mode & 0o777, 0o600)
    const { answers, at: exportedAt } = readExport(readFileSync(join(target, 'export.js'), 'utf8'))
    assert.equal(exportedAt, at)
    const paths = Object.keys(answers)
    const live = await servedAt(paths)
    assert.equal(live.ran.code, 0)
    assert.deepEqual(
      paths.map((path) => answers[path]),
      live.answers,
    )
  })

  it('exports every object of the fleet and of its trees', async () => {
    const target = join(folder, 'whole')
    await view(['-f', bundle(), '--at', at, '--export', target])
    const { answers } = readExport(readFileSync(join(target, 'export.js'), 'utf8'))
    const { rows } = answers[questions.fleet()] as FleetAnswer
    assert.ok(rows.length > 0)
    for (const { ref } of rows) {
      const { tree } = answers[questions.object(ref)] as ObjectAnswer
      for (const below of refsIn(tree))
        for (const question of [questions.object(below), questions.timeline(below), questions.rulesOf(below)])
          assert.ok(answers[question] !== undefined, question)
    }
    assert.ok(answers[questions.rules()] !== undefined)
    assert.ok(answers[questions.transitions()] !== undefined)
  })

  it('writes over an export, and over nothing else', async () => {
    const target = join(folder, 'again')
    for (const _ of [1, 2]) assert.equal((await view([bundle(), '--export', target])).code, 0)
    const { code, err } = await view([bundle(), '--export', folder])
    assert.equal(code, 2)
    assert.match(err.join('\n'), /is not empty, and no export lies there/)
  })

  it('says how much had no room', async () => {
    const parts = await dashboardOf(text, at)
    const all = await exportAnswers(parts)
    const some = await exportAnswers(parts, { objects: 3, bytes: Number.POSITIVE_INFINITY })
    assert.deepEqual([some.objects, some.leftOut], [3, all.objects - 3])
    assert.equal((await exportAnswers(parts, { objects: 3, bytes: 1 })).objects, 0)
  })

  it('leaves nothing in a script that could end it or begin another', () => {
    const words = '</script><!--\u2028\u2029'
    const script = exportScript({ answers: new Map([[words, JSON.stringify({ words })]]) }, { at, words })
    assert.doesNotMatch(script.slice(0, -1), /[<\u2028\u2029]/)
    assert.deepEqual(readExport(script).answers, { [words]: { words } })
  })

  type Case = [name: string, words: readonly string[], code: number, says: RegExp, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['without files',    [],                              2, /Name a bundle or files/,     'a cluster has its own dashboard'],
    ['a file not there', ['nowhere.tar.gz'],              2, /nowhere\.tar\.gz/,           'nothing can be shown of it'],
    ['a port not one',   ['nowhere.tar.gz', '--port', 'x'], 2, /--port/,                   'it is wrong usage'],
  ]
  for (const [name, words, code, says, because] of cases)
    it(`${name} ends with ${code}, because ${because}`, async () => {
      const ran = await view(words)
      assert.equal(ran.code, code)
      assert.match(ran.err.join('\n'), says)
    })

  it('says what to run where the page was not built', async () => {
    const page = (): never => {
      throw new Error('The page is not built; run x')
    }
    const { code, err } = await view([bundle()], { page })
    assert.deepEqual([code, err], [3, ['The page is not built; run x']])
  })
})
