import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatRef, type ObjectRef } from '../kind.ts'
import type { KindChoice } from '../served-kind.ts'
import { factRef } from './reach.ts'

const kind = { group: 'sitrep.dev', kind: 'Report' }
const gatewayKind = { group: 'example.org', kind: 'Gateway' }
const gateway: ObjectRef = { ...gatewayKind, namespace: 'prod', name: 'a' }
const described: KindChoice = { described: 'thing', serves: () => true, recognises: () => true }

describe('The fact about an object', () => {
  type Case = [name: string, about: KindChoice, object: ObjectRef, says: string, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['of one kind',          gatewayKind, gateway,                              'Report prod/a',                     'it goes by the name of the object'],
    ['without a namespace',  gatewayKind, { ...gatewayKind, name: 'a' },        'Report a',                          'the object has none either'],
    ['of another cluster',   gatewayKind, { ...gateway, cluster: 'prod/blue' }, 'Report prod/a in prod/blue',        'it stands where the object stands'],
    ['of many kinds',        described,   gateway,                              'Report prod/Gateway.example.org:a', 'objects of two kinds may share a name'],
  ]
  for (const [name, about, object, says, because] of cases) {
    it(`${name} is ${says}, because ${because}`, () =>
      assert.equal(formatRef(factRef({ kind, about }, object)), says))
  }
})
