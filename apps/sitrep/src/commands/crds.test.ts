import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { CustomResourceDefinition } from '@sitrep/status'
import { certificateFolder } from '../conversion/certificate.testing.ts'
import { runLine } from '../testing.ts'

const certificates = certificateFolder(Date.parse('2026-01-01T00:00:00Z'))
const authority = join(certificates.path, 'tls.crt')
after(() => certificates.remove())

async function crdsOf(...line: readonly string[]): Promise<readonly CustomResourceDefinition[]> {
  const { out } = await runLine(['crds', '-o', 'json', ...line])
  return (JSON.parse(out.join('\n')) as { items: CustomResourceDefinition[] }).items
}

const served = (all: readonly CustomResourceDefinition[]): ReadonlySet<string> =>
  new Set(
    all.map(({ spec }) =>
      spec.versions
        .filter((version) => version.served)
        .map(({ name }) => name)
        .join(),
    ),
  )

describe('sitrep crds', () => {
  it('prints the CRDs of every family, or of those that were named', async () => {
    const groups = async (...line: readonly string[]): Promise<boolean[]> => {
      const all = (await crdsOf(...line)).map(({ spec }) => spec.group)
      return ['cluster.x-k8s.io', 'anywhere.eks.amazonaws.com'].map((group) => all.includes(group))
    }
    assert.deepEqual(await groups(), [true, true])
    assert.deepEqual(await groups('--families', 'eks-anywhere'), [false, true])
  })

  it('serves only what needs no conversion while nobody converts', async () => {
    assert.deepEqual([...served(await crdsOf('--families', 'cluster-api'))], ['v1beta2'])
  })

  it('serves both versions and names the Service that converts', async () => {
    const service = ['--webhook-service', 'sitrep-system/sitrep', '--ca', authority]
    const all = await crdsOf('--families', 'cluster-api', ...service)
    const [{ spec } = assert.fail('no CRD was printed')] = all
    const { clientConfig } = spec.conversion['webhook'] as { clientConfig: Record<string, unknown> }
    assert.deepEqual([...served(all)], ['v1beta1,v1beta2'])
    assert.deepEqual(clientConfig['service'], {
      namespace: 'sitrep-system',
      name: 'sitrep',
      path: '/convert',
    })
    assert.match(
      Buffer.from(String(clientConfig['caBundle']), 'base64').toString(),
      /^-----BEGIN CERTIFICATE/,
    )
  })

  type Case = [line: readonly string[], says: RegExp, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const refused: Case[] = [
    [['--webhook-service', 'sitrep', '--ca', authority],             /NAMESPACE\/NAME/,     'a Service has a namespace'],
    [['--webhook-service', 'a/b/c', '--ca', authority],              /NAMESPACE\/NAME/,     'a Service has two names, not three'],
    [['--ca', authority],                                            /NAMESPACE\/NAME/,     'an authority alone calls nobody'],
    [['--webhook-service', 'a/b'],                                   /needs --ca/,          'an API server trusts nobody by itself'],
    [['--webhook-service', 'a/b', '--ca', 'nowhere.crt'],            /cannot be read/,      'it names the file'],
    [['--webhook-service', 'a/b', '--ca', import.meta.filename],     /no PEM certificate/,  'a wrong file would break every conversion'],
  ]
  for (const [line, says, because] of refused) {
    it(`refuses ${line.filter((word) => !word.includes('.')).join(' ')}, because ${because}`, async () => {
      const { code, err } = await runLine(['crds', ...line])
      assert.equal(code, 2)
      assert.match(err.join('\n'), says)
    })
  }
})
