import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runLine } from '../testing.ts'

const pod = (name: string, phase: string): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: shop, labels: {app: web}}\nspec: {containers: [{name: a}, {name: b}]}\nstatus: {phase: ${phase}}\n`
const one = pod('web', 'Running')
const two = `${one}---\n${pod('api', 'Pending')}`

// biome-ignore format: the table is the specification; its columns stay aligned
const cases = [
  ['get',    'jsonpath={.status.phase}',                                                   one, ['Running'],              'one object is itself'],
  ['get',    'jsonpath=.status.phase',                                                     one, ['Running'],              'braces may be left out'],
  ['get',    'jsonpath={.items[*].metadata.name}',                                         two, ['web api'],              'several are a List'],
  ['get',    'jsonpath={range .items[*]}{.metadata.name}={.status.phase}{"\\n"}{end}',     two, ['web=Running', 'api=Pending'], 'each on a line of its own'],
  ['get',    'jsonpath={.spec.containers}',                                                one, ['[{"name":"a"},{"name":"b"}]'], 'what is no text is JSON'],
  ['get',    'jsonpath={.nothing}',                                                        one, [''],                     'a field that is not there is empty'],
  ['get',    'custom-columns=NAME:.metadata.name,IN:.spec.containers[*].name',             two, ['NAME   IN', 'web    a,b', 'api    a,b'], 'a table of its own'],
  ['get',    'custom-columns=A:.metadata.nothing',                                         one, ['A', '<none>'],          'what is not there is said'],
  ['status', 'jsonpath={.status.phase}',                                                   one, ['Running'],              'status takes it too'],
  ['status', 'name',                                                                       one, ['pod/web'],              'status takes names too'],
  ['status', 'custom-columns=P:.status.phase',                                             one, ['P', 'Running'],         'status takes it too'],
] as const

const lineFor = (command: string, output: string): readonly string[] => [
  command,
  ...(command === 'get' ? ['pods'] : []),
  '-f',
  '-',
  '-o',
  output,
]

describe('What somebody wrote behind -o', () => {
  for (const [command, output, input, says, because] of cases) {
    it(`${command} -o ${output}, because ${because}`, async () => {
      const { out, code } = await runLine(lineFor(command, output), { input })
      assert.deepEqual([out.map((line) => line.trimEnd()), code], [says, 0])
    })
  }

  it('has no headings where none are wanted', async () => {
    const words = [...lineFor('get', 'custom-columns=P:.status.phase'), '--no-headers']
    assert.deepEqual((await runLine(words, { input: one })).out, ['Running'])
  })

  for (const output of [
    'jsonpath=',
    'jsonpath={',
    'jsonpath={range .a}',
    'jsonpath={.a}{end}',
    'custom-columns=NAME',
    'jsonpath={.a[}',
    'xml',
  ])
    it(`${output} is wrong usage`, async () =>
      assert.equal((await runLine(lineFor('get', output), { input: one })).code, 2))
})
