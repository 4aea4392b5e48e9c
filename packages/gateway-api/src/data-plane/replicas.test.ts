import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gateway, gatewayClass, report, worldOf } from '../testing.ts'

describe('Replicas of a data plane', () => {
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly [replicas: unknown, says: string, because: string][] = [
    [undefined,                                                         'True ',                                                                               'one process tells nothing of replicas'],
    [[{ name: 'a', generation: 2 }, { name: 'b', generation: 2 }],      'True ',                                                                               'both have this generation'],
    [[{ name: 'a', generation: 2 }, { name: 'b', generation: 1 }],      'False 1 of 2 replicas of the data plane has not taken it over yet: b',                'the other has an older one'],
    [[{ name: 'a' }, { name: 'b' }],                                    'False 2 of 2 replicas of the data plane have not taken it over yet: a, b',            'neither answers'],
    [[],                                                                'False No replica of the data plane takes traffic',                                    'nobody would answer'],
    ['many',                                                            'False No replica of the data plane takes traffic',                                    'that is no list of replicas'],
    [[{ name: 'a', generation: '2' }],                                  'False 1 of 1 replicas of the data plane has not taken it over yet: a',                'a text is no generation'],
  ]
  for (const [replicas, says, because] of cases)
    it(`${JSON.stringify(replicas)}: ${says}, because ${because}`, () => {
      const more = replicas === undefined ? {} : { replicas }
      const { condition } = worldOf([gatewayClass(), gateway(), report({ 'Gateway/infra/edge': 2 }, more)])
      const programmed = condition(gateway(), 'Programmed')
      assert.equal(`${programmed?.status} ${programmed?.message}`, says)
    })
})
