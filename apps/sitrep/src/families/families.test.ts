import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Ran, runLine } from '../testing.ts'
import { builtInFamilies, loadFamilies } from './families.ts'
import { housesFamily } from './houses.testing.ts'

const input = `
apiVersion: houses.example.com/v1
kind: House
metadata: { name: corner, namespace: town, generation: 1 }
spec: { street: Long Street, tenants: [a, b, c], rooms: [{ name: attic }, { name: cellar }] }
---
apiVersion: houses.example.com/v1
kind: Room
metadata: { name: attic, namespace: town }
`
const run = (...line: readonly string[]): Promise<Ran> =>
  runLine(line, { input, families: [...builtInFamilies, housesFamily] })
const text = ({ out, err }: Ran): string => [...out, ...err].join('\n')

describe('A family that somebody else wrote', () => {
  type Case = [line: string, code: number, says: RegExp, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['status -f -',                             0, /House town\/corner +Degraded +Comfortable is False \(Crowded/,   'its definitions compute, and its knowledge tells what that means'],
    ['status -f - --most-tenants 3',            0, /House town\/corner +Ready/,                                       'its settings are options'],
    ['status -f - --most-tenants many',         2, /--most-tenants: many is no number/,                               'it says itself what it does not take'],
    ['status -f - --most-tennants 3',           2, /did you mean --most-tenants\?/,                                   'a slip of the finger is answered with what there is'],
    ['get hs -f -',                             0, /STREET(.|\n)*corner +Long Street/,                                 'its short names and columns are known'],
    ['describe house/corner -f -',              0, /House corner +Comfortable: False(.|\n)*Room Room attic +–(.|\n)*Room cellar +missing/, 'its relations make the tree'],
    ['explain house/corner -f -',               1, /3 tenants, at most 2(.|\n)*Ask somebody to move out/,             'its table explains, and its advice helps'],
    ['explain house/corner -f - --most-tenants 3', 0, /has been comfortable/,                                         'its settings are options here too'],
    ['crds --families houses',                  0, /houses\.houses\.example\.com/,                                    'it is asked for by name'],
    ['crds --families huoses',                  2, /there is cluster-api, .*houses/,                                  'a wrong name is answered with what there is'],
    ['run --help',                              0, /--most-tenants N +Houses: How many a house takes/,                'help tells its settings'],
    ['up --help',                               0, /--most-tenants N +Houses: How many a house takes/,                'help tells its settings'],
    ['__complete -- run --most',                0, /--most-tenants/,                                                  'so does completion'],
  ]
  for (const [line, code, says, because] of cases)
    it(`sitrep ${line}, because ${because}`, async () => {
      const ran = await run(...line.split(' '))
      assert.match(text(ran), says)
      assert.equal(ran.code, code)
    })

  it('may not want an option that the command has already', async () => {
    const [setting] = housesFamily.settings ?? []
    assert.ok(setting !== undefined)
    const greedy = { ...housesFamily, settings: [{ ...setting, flag: 'profile' }] }
    await assert.rejects(
      runLine(['run', '--help'], { families: [greedy] }),
      /--profile, which sitrep run has/,
    )
  })

  it('is nothing to a command line without it', async () => {
    const { out } = await runLine(['status', '-f', '-'], { input })
    assert.doesNotMatch(out.join('\n'), /Crowded/)
  })
})

describe('The families that Sitrep brings along', () => {
  it('go by the names of the list', async () => {
    const families = await loadFamilies(builtInFamilies)
    assert.deepEqual(
      families.map(({ name }) => name),
      builtInFamilies.map(({ name }) => name),
    )
  })

  type Case = [line: string, code: number, says: RegExp, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['run --help',                                     0, /--cluster-probe-grace-period TIME(.|\n)*default 40s(.|\n)*--remote-conditions-grace-period TIME(.|\n)*default 5m/, 'the flags of the document are those of the program'],
    ['up --help',                                      0, /--cluster-probe-grace-period TIME(.|\n)*default 40s(.|\n)*--remote-conditions-grace-period TIME(.|\n)*default 5m/, 'the flags of the document are those of the program'],
    ['status -f - --cluster-probe-grace-period 40',    2, /--cluster-probe-grace-period: "40" is no length of time/,  'a length of time has a unit'],
    ['crds --help',                                    0, /--stage STAGE/,                                             'it decides what the CRDs look like'],
    ['crds --families cluster-api --stage end',        0, /^(?!(.|\n)*backCompatibility)/,                              'what is old is gone there'],
    ['crds --families cluster-api --stage v1beta1',    0, /experimentalConditions/,                                    'what is new is tried out there'],
    ['crds --families cluster-api --stage v1beta3',    2, /there is no stage v1beta3; there is v1beta1, v1beta2, end/, 'a wrong name is answered with what there is'],
    ['crds --profile released --stage end',            2, /has not come to its end/,                                   'no table leads there'],
  ]
  for (const [line, code, says, because] of cases)
    it(`sitrep ${line}, because ${because}`, async () => {
      const ran = await run(...line.split(' '))
      assert.match(text(ran), says)
      assert.equal(ran.code, code)
    })

  it('crds has no options that change nothing there', async () => {
    assert.doesNotMatch(text(await run('crds', '--help')), /grace-period|gateway-class-controller/)
  })

  it('are told by options that no two of them share, and no command has', async () => {
    for (const command of ['run', 'up', 'status', 'get', 'describe', 'explain'])
      assert.equal((await runLine([command, '--help'])).code, 0)
  })
})
