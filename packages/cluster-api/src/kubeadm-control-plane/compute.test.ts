import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Decision } from '@sitrep/conditions'
import { found, listed, missing, unreadable } from '@sitrep/status'
import { condition } from '../machines-of/testing.ts'
import { computeControlPlane } from './compute.ts'
import type { ControlPlaneLanguage } from './language.ts'
import { proposalControlPlane } from './rules-proposal/language.ts'
import { releasedControlPlane } from './rules-released/language.ts'
import { pass } from './testing.ts'
import type { ControlPlaneObserved } from './types.ts'

const { observed, cluster } = pass()
const forbidden = { cluster: unreadable('forbidden') }
const annotated = { controlPlane: { ...observed.controlPlane, paused: true } }
const wasPaused = { previousStatus: { conditions: [condition('Paused', 'True', { reason: 'Paused' })] } }

type Case = readonly [name: string, given: Partial<ControlPlaneObserved>, says: string, because: string]

function describePaused(language: ControlPlaneLanguage, title: string, cases: readonly Case[]): void {
  const compute = computeControlPlane(language, 300_000)
  describe(`Paused of a control plane, ${title}`, () => {
    for (const [name, given, says, because] of cases) {
      it(`${name}: ${says}, because ${because}`, () => {
        const { decided } = compute({ ...observed, ...given })
        assert.equal(textOf(decided.find(({ type }) => type === 'Paused')), says)
      })
    }
  })
}

const textOf = (decision: Decision | undefined): string | undefined =>
  decision?.outcome === 'set'
    ? `${decision.condition.status} ${decision.condition.reason}`
    : decision?.outcome

// biome-ignore format: the table is the specification; its columns stay aligned
describePaused(proposalControlPlane, 'proposal:', [
  ['the Cluster goes on',                         { cluster: found(cluster) },                     'False NotPaused',       'neither of the two is paused'],
  ['the Cluster is paused',                       { cluster: found({ ...cluster, paused: true }) }, 'True Paused',          'that counts for all that belongs to it'],
  ['there is no Cluster',                         { cluster: missing },                            'False NotPaused',       'looked, and nobody is there who could pause it'],
  ['no Cluster owns it yet',                      { cluster: undefined },                          'False NotPaused',       'nobody is there who could pause it'],
  ['the Cluster cannot be read',                  forbidden,                                       'Unknown InternalError', '"cannot look" is not "not paused"'],
  ['the Cluster cannot be read, paused before',   { ...forbidden, ...wasPaused },                  'Unknown InternalError', 'nobody knows whether it still is'],
  ['the Cluster cannot be read, paused by itself', { ...forbidden, ...annotated },                 'True Paused',           'its own word is enough'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
describePaused(releasedControlPlane, 'released:', [
  ['the Cluster goes on',        { cluster: found(cluster) }, 'False NotPaused', 'neither of the two is paused'],
  ['the Cluster cannot be read', forbidden,                   'keep',            'without its Cluster nothing is said'],
])

type Pass = readonly [
  name: string,
  given: Partial<ControlPlaneObserved['previous']>,
  again: boolean,
  because: string,
]

const said = [condition('Initialized', 'True', { reason: 'Initialized' })]
// biome-ignore format: the table is the specification; its columns stay aligned
const passes: readonly Pass[] = [
  ['said in both places',          { initialized: true, conditions: said }, false, 'nothing has been learned'],
  ['said by the field alone',      { initialized: true, conditions: [] },   true,  'the condition that is set now opens the way to the workload cluster'],
]

describe('Another pass of a control plane', () => {
  for (const [name, given, again, because] of passes)
    it(`whose initialization was ${name}: ${again ? 'at once' : 'not needed'}, because ${because}`, () => {
      const previous = { ...observed.previous, ...given }
      const computed = computeControlPlane(
        releasedControlPlane,
        300_000,
      )({
        ...observed,
        cluster: found(cluster),
        machines: listed(),
        previous,
      })
      assert.equal(computed.again ?? false, again)
    })
})
