import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { found, missing, unreadable } from '@sitrep/status'
import { machineDeployment, machineSet, observed, seen, spec } from '../testing.ts'
import type { OwnerSeen } from '../types.ts'
import { machineFacts, minReadySecondsOf } from './facts.ts'

const set = machineSet({ minReadySeconds: 20 })
const ofDeployment = (deployment: Extract<OwnerSeen, { owner: 'deployment' }>['deployment']): OwnerSeen => ({
  owner: 'deployment',
  name: 'prod-md',
  set,
  deployment,
})

type Case = [
  name: string,
  own: number | undefined,
  owner: OwnerSeen,
  says: number | undefined,
  because: string,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['its own',                5,         ofDeployment(found(machineDeployment({ minReadySeconds: 30 }))), 5,         'a Machine that says it is asked first'],
  ['an own zero',            0,         ofDeployment(found(machineDeployment({ minReadySeconds: 30 }))), 0,         'zero is a number that somebody chose'],
  ['of the deployment',      undefined, ofDeployment(found(machineDeployment({ minReadySeconds: 30 }))), 30,        'it is on its way down to the set and the Machine'],
  ['none in the deployment', undefined, ofDeployment(found(machineDeployment())),                        0,         'it was taken out there, and the set will follow'],
  ['the deployment is gone', undefined, ofDeployment(missing),                                           20,        'the set is what is left'],
  ['deployment unread',      undefined, ofDeployment(unreadable('forbidden')),                           undefined, '"cannot look" is not "none"'],
  ['of a set that stands alone', undefined, { owner: 'set', name: 'a', set: found(set) },                20,        'its owner says so'],
  ['the set is gone',        undefined, { owner: 'set', name: 'a', set: missing },                       0,         'nobody asks for anything'],
  ['set unread',             undefined, { owner: 'set', name: 'a', set: unreadable('forbidden') },       undefined, '"cannot look" is not "none"'],
  ['nobody made it',         undefined, { owner: 'none' },                                               0,         'nobody asks for anything'],
]

describe('how long a Machine has to be Ready', () => {
  for (const [name, own, owner, says, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () => {
      const machine = seen({ spec: spec({ minReadySeconds: own }) })
      assert.equal(minReadySecondsOf(machineFacts(observed({ machine, owner }), 300_000)), says)
    })
  }
})
