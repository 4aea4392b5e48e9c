import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { Stretch } from '@sitrep/conditions'
import { isDescribed, type KubeObject, unreadable, type World } from '@sitrep/status'
import { readDocuments } from '../../../tools/vectors/read-documents.ts'
import { clusterApi } from './catalog.ts'
import { conditionsOf } from './model/conditions.ts'

const folder = join(import.meta.dirname, '..', 'vectors', 'proposal')

/** Every object of the stories that nobody deletes, without what was said of it before. */
const objects: readonly KubeObject[] = globSync('*.yaml', { cwd: folder })
  .flatMap((file) => readDocuments(join(folder, file)))
  .flatMap((document) => (document as { readonly objects: readonly KubeObject[] }).objects)
  .filter(({ metadata }) => metadata.deletionTimestamp === undefined)

/** Nothing but the object itself can be looked at. */
const blind: World<never> = {
  now: '2026-01-01T12:00:00Z',
  previous: undefined,
  spoken: [],
  previousOn: () => [],
  get: () => unreadable('forbidden'),
  getEach: ({ items }) => new Stretch(items.map(() => unreadable('forbidden'))),
  list: () => unreadable('forbidden'),
}

// What an object says of itself, whoever cannot be seen beside it.
const fromItself = [
  /^\w+ Deleted False NotDeleted$/,
  /^\w+ Paused True Paused$/,
  /^Cluster Paused False NotPaused$/,
  /^Machine Updating (True|False) /,
  /^Machine Ready False Updating$/,
  /^(Machine|MachinePool) BootstrapConfigReady True DataSecretProvided$/,
  /^Machine UpToDate True UpToDate$/,
  /^MachinePool ReplicaFailure True CreationBlocked$/,
]

// The exceptions of decision 0024, and no others.
const exceptions = [
  'KubeadmControlPlane Available False NotAvailable',
  'KubeadmControlPlane Initialized False NotInitialized',
  'Machine Available False NotReady',
  'Machine Ready False BootstrapConfigNotReady',
  'Machine Ready False InfrastructureNotReady',
]

describe('a world of which nothing can be read', () => {
  it('is Unknown in everything but what the decision record excepts, because "could not look" is not "none"', () => {
    const said = new Set<string>()
    for (const { kind, observe, compute } of clusterApi({ profile: 'proposal' }).definitions) {
      const own = objects.filter((object) => !isDescribed(kind) && object.kind === kind.kind)
      for (const object of own) {
        const { status } = compute(observe(object, blind))
        for (const condition of conditionsOf({ status: status as Record<string, unknown> })) {
          if (condition.status === 'Unknown') continue
          said.add(`${object.kind} ${condition.type} ${condition.status} ${condition.reason}`)
        }
      }
    }
    const byAbsence = [...said].filter((line) => !fromItself.some((own) => own.test(line))).sort()
    assert.deepEqual(byAbsence, exceptions)
  })
})
