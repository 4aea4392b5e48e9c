import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { WorldChange } from '@sitrep/engine'
import type { FactKind, KindRef, ObjectRef } from '@sitrep/status'
import { ToldFacts } from './facts.ts'

const gatewayKind: KindRef = { group: 'gateway.example.org', kind: 'Gateway' }
const report: FactKind = { kind: { group: 'sitrep.dev', kind: 'Report' }, about: gatewayKind }
const gateway: ObjectRef = { ...gatewayKind, namespace: 'prod', name: 'a' }
const other: ObjectRef = { ...gateway, name: 'b' }
const fact: ObjectRef = { ...report.kind, namespace: 'prod', name: 'a' }
const fedByOthers: WorldChange = {
  object: {
    apiVersion: 'sitrep.dev/v1alpha1',
    kind: 'Report',
    metadata: { namespace: 'prod', name: 'a' },
    status: { seen: 'theirs' },
  },
}

const inWords = (change: WorldChange): string => {
  if ('object' in change)
    return `${change.object.metadata.name} ${(change.object.status as { seen: string }).seen}`
  if ('awaited' in change) return `${change.awaited.name} awaited`
  return 'gone' in change ? `${change.gone.name} gone` : 'read'
}

type Step = (facts: ToldFacts) => void
const tell =
  (seen: string, about = gateway): Step =>
  (facts) =>
    facts.of(report).tell(about, { seen })
const awaited: Step = (facts) => facts.of(report).awaited(gateway)
const forget: Step = (facts) => facts.of(report).forget(gateway)
const giveUp: Step = (facts) => facts.of(report).giveUp(gateway)
const goes =
  (gone: ObjectRef): Step =>
  (facts) =>
    facts.taking([{ gone }])
const others =
  (change: WorldChange): Step =>
  (facts) =>
    facts.fedByOthers([change])

type Case = [name: string, steps: readonly Step[], fed: readonly string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['told',                                [tell('on')],                                                 ['a on'],                       'somebody has seen it'],
  ['told twice alike',                    [tell('on'), tell('on')],                                     ['a on'],                       'the second says nothing new'],
  ['told otherwise',                      [tell('on'), tell('off')],                                    ['a on', 'a off'],              'the newest counts'],
  ['taken back',                          [tell('on'), forget],                                         ['a on', 'a gone'],             'it is not seen any more'],
  ['taken back and never told',           [forget],                                                     [],                             'there is nothing to take back'],
  ['taken back and told again',           [tell('on'), forget, tell('on')],                             ['a on', 'a gone', 'a on'],     'it is seen again'],
  ['awaited and told',                    [awaited, tell('on')],                                        ['a awaited', 'a on'],          'it was found out'],
  ['awaited twice',                       [awaited, awaited],                                           ['a awaited'],                  'one word is enough'],
  ['awaited and taken back',              [awaited, forget],                                            ['a awaited', 'a gone'],        'that there is nothing is an answer too'],
  ['awaited and given up',                [awaited, giveUp],                                            ['a awaited', 'a gone'],        'it could not be found out'],
  ['told and given up',                   [tell('on'), giveUp],                                         ['a on'],                       'what was seen stands'],
  ['awaited after it was told',           [tell('on'), awaited],                                        ['a on'],                       'what is known stands'],
  ['told, and its object goes',           [tell('on'), goes(gateway)],                                  ['a on', 'a gone'],             'there is nothing left that it is about'],
  ['awaited, and its object goes',        [awaited, goes(gateway)],                                     ['a awaited', 'a gone'],        'nobody will tell any more'],
  ['told, and another object goes',       [tell('on'), goes(other)],                                    ['a on'],                       'it is not about that one'],
  ['told of the next of the same name',   [tell('on'), goes(gateway), tell('on')],                      ['a on', 'a gone', 'a on'],     'it is another object'],
  ['fed by others',                       [others(fedByOthers), tell('on'), awaited],                   [],                             'it is left to them'],
  ['fed by others after it was told',     [tell('on'), others(fedByOthers), tell('off'), forget],       ['a on'],                       'from then on it is theirs'],
  ['fed by others, and its object goes',  [others(fedByOthers), goes(gateway)],                         [],                             'whoever feeds it takes it back'],
  ['given up by others',                  [others(fedByOthers), others({ gone: fact }), tell('on')],    ['a on'],                       'nobody else tells it any more'],
]

describe('A fact', () => {
  for (const [name, steps, fed, because] of cases) {
    it(`${name}: ${fed.join(', ') || 'nothing is fed'}, because ${because}`, () => {
      const changes: WorldChange[] = []
      const facts = new ToldFacts((more) => changes.push(...more))
      for (const step of steps) step(facts)
      assert.deepEqual(changes.map(inWords), fed)
    })
  }

  it('says whether it is left to others, so that nobody looks in vain', () => {
    const facts = new ToldFacts(() => {})
    const { leftToOthers } = facts.of(report)
    facts.fedByOthers([fedByOthers])
    assert.deepEqual([leftToOthers(gateway), leftToOthers(other)], [true, false])
  })

  it('about kinds that are only described goes by kind and name, because two kinds may share a name', () => {
    const names: string[] = []
    const facts = new ToldFacts((more) => names.push(...more.map(inWords)))
    const described = { described: 'managed resource', serves: () => true, recognises: () => true }
    const teller = facts.of({ ...report, about: described })
    for (const kind of ['Bucket', 'Queue'])
      teller.tell({ group: 'example.org', kind, name: 'a' }, { seen: 'on' })
    assert.deepEqual(names, ['Bucket.example.org:a on', 'Queue.example.org:a on'])
  })

  it('about an object of another cluster stands in that cluster', () => {
    const changes: WorldChange[] = []
    const facts = new ToldFacts((more) => changes.push(...more))
    facts.of(report).tell({ ...gateway, cluster: 'prod/blue' }, {})
    assert.equal(changes[0] !== undefined && 'object' in changes[0] && changes[0].cluster, 'prod/blue')
  })
})
