import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createEngine, fileChanges } from '@sitrep/engine'
import type { Profile } from '@sitrep/status'
import { createCatalog, type KubeObject } from '@sitrep/status'
import { eksAnywhere } from '../index.ts'
import { clusterKind } from '../kinds.ts'

const at = '2026-01-01T12:00:00Z'

const cluster = (...foreign: readonly string[]): KubeObject => ({
  apiVersion: 'anywhere.eks.amazonaws.com/v1alpha1',
  kind: 'Cluster',
  metadata: { name: 'prod', namespace: 'eksa-system', uid: 'prod', generation: 1 },
  spec: { kubernetesVersion: '1.30', controlPlaneConfiguration: { count: 1 } },
  ...(foreign.length > 0 && {
    status: { conditions: foreign.map((type) => ({ type, status: 'True', lastTransitionTime: at })) },
  }),
})

/** The types on the Cluster once somebody else has added theirs. */
function typesOn(profile: Profile): string {
  const engine = createEngine(createCatalog(eksAnywhere({ profile })))
  engine.apply(fileChanges([cluster()]), at)
  engine.apply([{ object: cluster('Zeroed', 'Audited') }], at)
  const { name, namespace = '' } = cluster().metadata
  const { conditions = [] } = (engine.object({ ...clusterKind, name, namespace })?.status ?? {}) as {
    readonly conditions?: readonly { readonly type: string }[]
  }
  return conditions.map(({ type }) => type).join(' ')
}

type Case = [profile: Profile, types: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['released', 'Ready Audited ControlPlaneInitialized ControlPlaneReady DefaultCNIConfigured WorkersReady Zeroed', 'its library puts Ready first and the rest by bytes'],
  ['proposal', 'ControlPlaneInitialized DefaultCNIConfigured ControlPlaneReady WorkersReady Ready Zeroed Audited', 'the document has its own order, and others follow as they come'],
]

describe('the conditions of a Cluster to which others add', () => {
  for (const [profile, types, because] of cases) {
    it(`${profile}: ${types}, because ${because}`, () => assert.equal(typesOn(profile), types))
  }
})
