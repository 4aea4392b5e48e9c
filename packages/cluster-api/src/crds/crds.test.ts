import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type OpenApi, type Profile, profiles } from '@sitrep/status'
import { crds } from './crds.ts'

const webhook = { url: 'https://127.0.0.1:9443/convert' }

/** Every part of a schema, with the path that leads to it. */
function* parts(schema: OpenApi, path: string): Iterable<readonly [path: string, schema: OpenApi]> {
  yield [path, schema]
  if (schema.items) yield* parts(schema.items, `${path}[]`)
  for (const [name, inner] of Object.entries(schema.properties ?? {})) yield* parts(inner, `${path}.${name}`)
}

for (const profile of profiles) {
  describe(`the CRDs of the ${profile} profile`, () => {
    const all = crds({ profile, conversion: webhook })

    it('name seven kinds', () => {
      assert.deepEqual(
        all.map(({ spec }) => spec.names['kind']),
        [
          'Cluster',
          'KubeadmControlPlane',
          'Machine',
          'MachineDeployment',
          'MachineHealthCheck',
          'MachinePool',
          'MachineSet',
        ],
      )
    })

    for (const { metadata, spec } of all) {
      it(`${metadata.name} serves two versions and stores the newer one`, () => {
        assert.deepEqual(
          spec.versions.map(({ name, served, storage }) => [name, served, storage]),
          [
            ['v1beta1', true, false],
            ['v1beta2', true, true],
          ],
        )
        assert.equal(metadata.name, `${spec.names['plural']}.${spec.group}`)
      })

      for (const version of spec.versions) {
        const schema = version.schema.openAPIV3Schema
        it(`${metadata.name} ${version.name} has a status of its own, and columns`, () => {
          assert.deepEqual(version.subresources['status'], {})
          assert.ok(version.additionalPrinterColumns.length > 0)
        })
        it(`${metadata.name} ${version.name} merges conditions by their type and keeps what it does not know`, () => {
          const lists = [...parts(schema, '')].filter(
            ([, part]) => part['x-kubernetes-list-map-keys']?.[0] === 'type',
          )
          assert.ok(lists.length > 0)
          for (const [path, part] of lists) assert.match(path, /[cC]onditions$/, String(part.type))
          for (const name of ['spec', 'status']) {
            assert.equal(schema.properties?.[name]?.['x-kubernetes-preserve-unknown-fields'], true)
          }
        })
      }
    }

    it('say which contract each kind speaks, so that references to it can be followed', () => {
      for (const { metadata } of all) assert.equal(metadata.labels?.['cluster.x-k8s.io/v1beta2'], 'v1beta2')
    })
  })
}

describe('CRDs at a point of the way', () => {
  const conversion = webhook
  type Case = [stage: string, profile: Profile, versions: string, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['v1beta1', 'proposal', 'v1beta1 stored',                         'there is nothing else yet'],
    ['v1beta1', 'released', 'v1beta1 stored',                         'there is nothing else yet'],
    ['v1beta2', 'proposal', 'v1beta1 deprecated, v1beta2 stored',     'older clients have time to follow'],
    ['v1beta2', 'released', 'v1beta1 deprecated, v1beta2 stored',     'older clients have time to follow'],
    ['end',     'proposal', 'v1beta2 stored',                         'the older version is gone'],
  ]
  for (const [stage, profile, versions, because] of cases)
    it(`${stage} as ${profile}: ${versions}, because ${because}`, () => {
      for (const { metadata, spec } of crds({ profile, conversion, settings: { stage } })) {
        const told = spec.versions.map((each) =>
          [each.name, each.deprecated && 'deprecated', each.storage && 'stored'].filter(Boolean).join(' '),
        )
        assert.equal(told.join(', '), versions, metadata.name)
        const contracts = Object.keys(metadata.labels ?? {}).filter((label) => label.startsWith('cluster.x'))
        assert.deepEqual(
          contracts,
          spec.versions.map(({ name }) => `cluster.x-k8s.io/${name}`),
        )
      }
    })

  it('warn whoever uses the deprecated version, with the one to use instead', () => {
    const [cluster] = crds({ profile: 'proposal', conversion })
    assert.equal(
      cluster?.spec.versions[0]?.deprecationWarning,
      'cluster.x-k8s.io/v1beta1 Cluster is deprecated; use cluster.x-k8s.io/v1beta2 Cluster',
    )
  })
})

describe('CRDs without anybody who converts', () => {
  it('serve the newer version only, because an API server alone would hand out the wrong layout', () => {
    for (const { spec } of crds({ profile: 'released' })) {
      assert.deepEqual(
        spec.versions.map(({ served }) => served),
        [false, true],
      )
      assert.deepEqual(spec.conversion, { strategy: 'None' })
    }
  })
})
