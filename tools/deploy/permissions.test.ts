import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type KindRef, kindKey } from '@sitrep/status'
import { vectorReads } from '../vectors/vector-reads.ts'
import type { PolicyRule } from './documents.ts'
import { managementReads } from './management-reads.ts'
import { permissionsFor, roles } from './permissions.ts'
import { allows, grantedRules } from './rules.ts'

const reads = managementReads(vectorReads())
const granted = grantedRules()

// A resource is called like its kind, in the plural: enough to tell the kinds of one group apart.
const namesResource = (resource: string, { kind }: KindRef): boolean =>
  resource === '*' || resource.split('/')[0]?.startsWith(kind.toLowerCase().replace(/y$/, '')) === true

function covers(rule: PolicyRule, kind: KindRef): boolean {
  return (
    rule.apiGroups.includes(kind.group) && rule.resources.some((resource) => namesResource(resource, kind))
  )
}

const reading = [...granted.definitions, ...granted.read]

describe('The permissions of the chart', () => {
  it('allow to list and watch all that the worlds of the vectors ask for', () => {
    const missing = [...reads.computed, ...reads.read].filter(
      (kind) =>
        !reading.some(
          (rule) => covers(rule, kind) && ['list', 'watch'].every((verb) => rule.verbs.includes(verb)),
        ),
    )
    assert.deepEqual(missing.map(kindKey), [])
  })

  it('allow to look at nothing that no world asks for', () => {
    // What is looked at by its name is no part of the world: the program itself asks for it.
    const unused = reading
      .filter(({ resourceNames }) => resourceNames === undefined)
      .flatMap((rule) =>
        rule.apiGroups.flatMap((group) =>
          rule.resources
            .filter((resource) => {
              const asked = [...reads.computed, ...reads.read].filter((kind) => kind.group === group)
              return !asked.some((kind) => namesResource(resource, kind))
            })
            .map((resource) => `${resource}.${group}`),
        ),
      )
    assert.deepEqual(unused, [])
  })

  it('allow to write the status of computed kinds and nothing else of any object, and Events', () => {
    const writing = granted.write.filter(
      ({ verbs, resources }) => verbs.join() !== 'get' && resources.join() !== 'events',
    )
    assert.deepEqual([...new Set(writing.flatMap(({ verbs }) => verbs))], ['patch'])
    for (const { resources } of writing) for (const resource of resources) assert.match(resource, /\/status$/)
    const count = writing.reduce((sum, { resources }) => sum + resources.length, 0)
    assert.equal(count, reads.written.length)
  })

  it('say nothing with a star but which kinds a provider has', () => {
    const rules = roles.flatMap((role) => granted[role])
    const stars = rules.filter(({ apiGroups, resources, verbs }) =>
      [...apiGroups, ...resources, ...verbs].includes('*'),
    )
    assert.deepEqual(
      stars.map(({ apiGroups, verbs }) => [
        apiGroups.every((group) => group.endsWith('.cluster.x-k8s.io')),
        verbs,
      ]),
      [[true, ['list', 'watch']]],
    )
  })

  it('cannot be derived for a kind whose plural nobody has said', () => {
    const unknown = { ...reads, read: [...reads.read, { group: 'example.com', kind: 'Thing' }] }
    assert.throws(() => permissionsFor(unknown), /say in the rights of its family/)
  })
})

type Case = [
  verb: string,
  group: string,
  resource: string,
  name: string | undefined,
  says: boolean,
  because: string,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['list',   'cluster.x-k8s.io',                'machines',                   undefined,                    true,  'it is computed'],
  ['watch',  'infrastructure.cluster.x-k8s.io', 'dockermachines',             undefined,                    true,  'a provider’s kind is known by its group'],
  ['patch',  'cluster.x-k8s.io',                'machines/status',            'a',                          true,  'that is where Sitrep writes'],
  ['get',    'apiextensions.k8s.io',            'customresourcedefinitions',  'clusters.cluster.x-k8s.io',  true,  'it says which language the cluster speaks'],
  ['get',    'apiextensions.k8s.io',            'customresourcedefinitions',  'widgets.example.com',        false, 'only one is ever asked for by name'],
  ['patch',  'cluster.x-k8s.io',                'machines',                   'a',                          false, 'a spec is not Sitrep’s'],
  ['delete', 'cluster.x-k8s.io',                'machines',                   'a',                          false, 'Sitrep deletes nothing'],
  ['patch',  'infrastructure.cluster.x-k8s.io', 'dockermachines/status',      'a',                          false, 'that status is the provider’s'],
  ['get',    '',                                'secrets',                    'a-kubeconfig',               false, 'they are listed and followed, never fetched by name'],
  ['create', '',                                'secrets',                    undefined,                    false, 'Sitrep makes no Secrets'],
  ['list',   '',                                'pods',                       undefined,                    false, 'Pods are looked at in workload clusters only'],
]

describe('What the permissions amount to', () => {
  const all = [...granted.definitions, ...granted.read, ...granted.write]
  for (const [verb, group, resource, name, says, because] of cases) {
    it(`${says ? 'may' : 'may not'} ${verb} ${resource}, because ${because}`, () => {
      const attempt = { verb, group, resource, ...(name !== undefined && { name }) }
      assert.equal(
        all.some((rule) => allows(rule, attempt)),
        says,
      )
    })
  }
})
