import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCatalog, type KubeObject, type Lead } from '@sitrep/status'
import { createEngine, type Engine } from './engine.ts'
import type { Explanation } from './explain.ts'

const now = '2026-01-01T00:00:00Z'
const group = 'town.example.com'
const house = { group, kind: 'House' }
const room = { group, kind: 'Room' }

const object = (
  kind: string,
  name: string,
  more: Partial<KubeObject> & { says?: string } = {},
): KubeObject => {
  const { says = 'Ready=False', metadata, ...rest } = more
  const [type = '', status = ''] = says.split('=')
  return {
    apiVersion: `${group}/v1`,
    kind,
    metadata: { name, namespace: 'a', uid: name, ...metadata },
    status: { conditions: [{ type, status, reason: 'Because', message: '' }] },
    ...rest,
  }
}

const isHouse = ({ kind }: KubeObject): boolean => kind === 'House'
const lead = (by: Lead['by'], more: Partial<Lead> = {}): Lead => ({
  of: isHouse,
  types: 'Ready',
  by,
  to: ['Ready'],
  ...more,
})

function engineWith(leads: readonly Lead[], ...objects: readonly KubeObject[]): Engine {
  const engine = createEngine(createCatalog({ definitions: [], leads }))
  engine.apply([{ kind: 'every', read: true }, ...objects.map((each) => ({ object: each }))], now)
  return engine
}

const told = ({ ref, type, causes, elsewhere }: Explanation): unknown[] => [
  `${ref.name} ${type}${elsewhere ? ' again' : ''}`,
  ...causes.map(told),
]

const home = object('House', 'home', { spec: { attic: { kind: 'Room', name: 'attic' } } })
const attic = object('Room', 'attic')
const ownedBy = (uid: string) => ({
  ownerReferences: [{ apiVersion: `${group}/v1`, kind: 'House', name: uid, uid }],
})
const labelled = { labels: { house: 'home' } }

type Case = [name: string, lead: Lead, objects: readonly KubeObject[], chain: unknown, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['a reference',           lead({ way: 'refers', path: 'spec.attic' }),                         [home, attic],                                           ['home Ready', ['attic Ready']], 'the object names what it follows from'],
  ['an owner',              lead({ way: 'owns', kinds: [room] }),                                [home, { ...attic, metadata: { ...attic.metadata, ...ownedBy('home') } }], ['home Ready', ['attic Ready']], 'it follows from what it owns'],
  ['a label',               lead({ way: 'carrying', label: 'house', kinds: [room] }),            [home, { ...attic, metadata: { ...attic.metadata, ...labelled } }], ['home Ready', ['attic Ready']], 'others carry its name'],
  ['a label of its own',    lead({ way: 'labelled', label: 'house', kind: room }),               [{ ...home, metadata: { ...home.metadata, labels: { house: 'attic' } } }, attic], ['home Ready', ['attic Ready']], 'it carries the name of another'],
  ['a namesake',            lead({ way: 'namesake', kind: { group, kind: 'Plan' }, namespace: 'b' }), [home, { ...object('Plan', 'home'), metadata: { name: 'home', namespace: 'b' } }], ['home Ready', ['home Ready']], 'the other lies elsewhere'],
  ['two steps',             lead({ way: 'refers', path: 'spec.attic' }, { onward: { way: 'owns', kinds: [house] } }), [home, attic, object('House', 'shed', { metadata: { name: 'shed', namespace: 'a', ...ownedBy('attic') } })], ['home Ready', ['shed Ready']], 'the one between says nothing of it'],
  ['what is well',          lead({ way: 'refers', path: 'spec.attic' }),                         [home, object('Room', 'attic', { says: 'Ready=True' })], ['home Ready'],                  'what is well led to nothing'],
  ['what is bad when True', lead({ way: 'refers', path: 'spec.attic' }, { to: ['Leaking=True'] }), [home, object('Room', 'attic', { says: 'Leaking=True' })], ['home Ready', ['attic Leaking']], 'the row says which answer is followed'],
  ['another type',          lead({ way: 'refers', path: 'spec.attic' }, { types: 'Dry' }),       [home, attic],                                           ['home Ready'],                  'it is a lead from another condition'],
  ['another reason',        lead({ way: 'refers', path: 'spec.attic' }, { reasons: 'Waiting' }), [home, attic],                                           ['home Ready'],                  'it is a lead from other reasons'],
  ['a reason of its own',   lead({ way: 'refers', path: 'spec.attic' }, { unless: 'Because|Alone' }), [home, attic],                                      ['home Ready'],                  'what it says is the cause'],
  ['no reason of its own',  lead({ way: 'refers', path: 'spec.attic' }, { unless: 'Alone' }),    [home, attic],                                           ['home Ready', ['attic Ready']], 'it says another'],
  ['no reason at all',      lead({ way: 'refers', path: 'spec.attic' }),                         [{ ...home, status: { conditions: [{ type: 'Ready', status: 'False' }] } }, attic], ['home Ready', ['attic Ready']], 'it follows from the other all the same'],
  ['nobody there',          lead({ way: 'refers', path: 'spec.attic' }),                         [home],                                                  ['home Ready'],                  'what is not there says nothing'],
]

describe('Leads', () => {
  for (const [name, each, objects, chain, because] of cases)
    it(`${name}, because ${because}`, () => {
      const explanation = engineWith([each], ...objects).trace(
        { ...house, namespace: 'a', name: 'home' },
        'Ready',
      )
      assert.deepEqual(explanation && told(explanation), chain)
    })

  it('that close a ring end where it began', () => {
    const back: Lead = {
      of: ({ kind }) => kind === 'Room',
      types: 'Ready',
      by: { way: 'namesake', kind: house, namespace: 'a' },
      to: ['Ready'],
    }
    const ring = [object('House', 'x', { spec: { attic: { kind: 'Room', name: 'x' } } }), object('Room', 'x')]
    const explanation = engineWith([lead({ way: 'refers', path: 'spec.attic' }), back], ...ring).trace(
      { ...house, namespace: 'a', name: 'x' },
      'Ready',
    )
    assert.deepEqual(explanation && told(explanation), ['x Ready', ['x Ready', ['x Ready again']]])
  })

  it('leave no trace in what is asked for', () => {
    const engine = engineWith([lead({ way: 'owns', kinds: [room] })], home)
    const asked = engine.asked
    engine.trace({ ...house, namespace: 'a', name: 'home' }, 'Ready')
    assert.deepEqual(engine.asked, asked)
  })
})
