import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { JsonSyntaxError } from './json-syntax-error.ts'
import { tooManyValues } from './parsed.ts'
import { TextThread } from './text-thread.ts'

describe('long text', () => {
  const texts = new TextThread()
  after(() => texts.close())

  it('that the platform reads, and short text, needs no thread', async () => {
    assert.deepEqual(await texts.readJson('a', JSON.stringify({ a: 'x'.repeat(100_000) })), {
      value: { a: 'x'.repeat(100_000) },
      duplicates: [],
    })
    assert.deepEqual((await texts.readYaml('a', 'a: 1')).value, { a: 1 })
    assert.equal(await texts.writeYaml('a', '{"a":1}'), 'a: 1\n')
    assert.equal(texts.running, false)
  })

  it('is read as short text is, while others have their turns', async () => {
    let turns = 0
    const count = setInterval(() => turns++, 1)
    const lines = Array.from({ length: 20_000 }, (_, index) => `k${index}: ${index}`)
    const { value, duplicates } = await texts.readYaml('a', [...lines, 'k0: 9007199254740993'].join('\n'))
    clearInterval(count)
    const read = value as Record<string, unknown>
    assert.deepEqual([read['k0'], read['k19999']], [9_007_199_254_740_993n, 19_999])
    assert.deepEqual(duplicates, ['yaml: unmarshal errors:\n  line 20001: key "k0" already set in map'])
    assert.ok(turns > 0, 'nobody else had a turn')
  })

  // biome-ignore format: the table is the specification; its columns stay aligned
  const broken: readonly [text: string, message: RegExp, because: string][] = [
    [`a: [${'1,'.repeat(60_000)}]`,                                        new RegExp(tooManyValues),                   'it holds too many values'],
    [`#${'x'.repeat(5000)}\na: &a ${'['.repeat(900)}${']'.repeat(900)}\nb: ${'['.repeat(200)}*a${']'.repeat(200)}`, /exceeded max depth of 1000/, 'an alias brings its depth along'],
    [`a: &a "${'x'.repeat(50_000)}"\nb: [${'*a,'.repeat(1000)}]`,          /excessive aliasing/,                        'a few bytes stand for many'],
    [`${'?'.repeat(1)}${' ?'.repeat(20_000)}`,                             /./,                                         'keys are nested in keys'],
    [`{"a":"\\ud800","b":[${'1,'.repeat(5000)}`,                           /./,                                         'it ends too early'],
  ]
  for (const [text, message, because] of broken) {
    it(`is refused when ${because}`, async () => {
      const reading = async (): Promise<unknown> => texts.readYaml('a', text)
      await assert.rejects(
        reading,
        (error) => error instanceof JsonSyntaxError && message.test(error.message),
      )
    })
  }

  it('is written however deep it is', async () => {
    const deep = `${'{"a":'.repeat(990)}1${'}'.repeat(990)}`
    const yaml = await texts.writeYaml('a', deep)
    assert.match(yaml, /^a:\n {2}a:\n/)
  })

  it('that takes too long ends the thread, and the next text finds another', async () => {
    const hasty = new TextThread({ patienceMs: 1 })
    const text = `a: 1\n${'#\n'.repeat(50_000)}`
    await assert.rejects(async () => hasty.readYaml('a', text), /takes longer than 1 ms/)
    assert.equal(hasty.running, false)
    hasty.close()
    assert.deepEqual((await texts.readYaml('a', text)).value, { a: 1 })
  })
})
