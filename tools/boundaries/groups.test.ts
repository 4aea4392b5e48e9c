import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { families } from '../families.ts'
import { groupProblems, groupsOf } from './groups.ts'

describe('Groups of families', () => {
  it('are taken from what the families say of themselves', () => {
    const named = Object.fromEntries(families.map((family) => [family.name, groupsOf(family)]))
    assert.ok(named['cluster-api']?.includes('cluster.x-k8s.io'))
    assert.ok(named['eks-anywhere']?.includes('anywhere.eks.amazonaws.com'))
    assert.ok(named['crossplane']?.includes('crossplane.io'))
    assert.ok(named['gateway-api']?.includes('gateway.networking.k8s.io'))
  })

  it('are named nowhere else in what runs', () => {
    assert.deepEqual(groupProblems(), [])
  })

  type Case = [text: string, says: RegExp | undefined, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ["const group = 'infrastructure.cluster.x-k8s.io'", /a\.ts:1 names/,  'a family knows its groups itself'],
    ['// see machines.cluster.x-k8s.io',                /a\.ts:1 names/,  'a comment that names one is out of place too'],
    ["const group = 'networking.k8s.io'",               undefined,        'that is one of Kubernetes'],
    ["const group = 'example.com'",                     undefined,        'no family has it'],
  ]
  for (const [text, says, because] of cases)
    it(`${text} is ${says === undefined ? 'fine' : 'refused'}, because ${because}`, () => {
      const problems = groupProblems([{ path: 'a.ts', text }])
      if (says === undefined) assert.deepEqual(problems, [])
      else assert.match(problems.join(), says)
    })

  it('may be named in the folder of that family in the simulator, and not in another’s', () => {
    const text = "const group = 'cluster.x-k8s.io'"
    assert.deepEqual(groupProblems([{ path: 'packages/simulator/src/cluster-api/kinds.ts', text }]), [])
    assert.equal(groupProblems([{ path: 'packages/simulator/src/gateway-api/kinds.ts', text }]).length, 1)
  })
})
