import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { crds, createConversionHandler } from '@sitrep/cluster-api'
import { type Kubernetes, missingKubernetes, startKubernetes } from '../../../tools/peers/kubernetes.ts'
import { type CertificateFolder, certificateFolder } from '../src/conversion/certificate.testing.ts'
import { type ConversionWebhook, serveConversion } from '../src/conversion/conversion-webhook.ts'
import { type Kubectl, kubectlFor } from './kubectl.ts'

const machine = {
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind: 'Machine',
  metadata: { name: 'a', namespace: 'default' },
  spec: {
    clusterName: 'one',
    bootstrap: { dataSecretName: 'one' },
    infrastructureRef: { apiGroup: 'infrastructure.cluster.x-k8s.io', kind: 'DockerMachine', name: 'a' },
  },
}
const ready = {
  type: 'Ready',
  status: 'True',
  reason: 'Ready',
  message: '',
  lastTransitionTime: '2026-01-01T00:00:00Z',
  observedGeneration: 1,
}

describe('A genuine API server that converts through sitrep', { skip: missingKubernetes() ?? false }, () => {
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  let folder = ''
  let kubernetes: Kubernetes
  let webhook: ConversionWebhook
  let certificates: CertificateFolder
  let kubectl: Kubectl

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'conversion-'))
    certificates = certificateFolder(Date.now())
    kubernetes = await startKubernetes({ dir: folder })
    const review = createConversionHandler({ profile: 'released', referenceVersion: () => 'v1beta1' })
    webhook = await serveConversion({
      certificates: certificates.path,
      host: '127.0.0.1',
      port: 0,
      review,
      log,
    })
    kubectl = kubectlFor(kubernetes.kubeconfig, folder)
    await told(['apply', '--server-side', '-f', '-'], crdList())
    await told(['wait', '--for=condition=Established', 'crd', '--all', '--timeout=60s'])
  })
  after(async () => {
    await webhook.close()
    await kubernetes.stop()
    certificates.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  const crdList = (): string => {
    const caBundle = Buffer.from(certificates.authority()).toString('base64')
    const conversion = { url: `https://127.0.0.1:${webhook.port}/convert`, caBundle }
    return JSON.stringify({
      apiVersion: 'v1',
      kind: 'List',
      items: crds({ profile: 'released', conversion }),
    })
  }
  const told = async (args: readonly string[], input?: string): Promise<string> => {
    const { code, stdout, stderr } = await kubectl(args, input)
    assert.equal(code, 0, stderr)
    return stdout
  }
  const machineIn = async (version: string): Promise<{ spec: object; status: object }> =>
    JSON.parse(await told(['get', `machines.${version}.cluster.x-k8s.io`, 'a', '-o', 'json']))

  it('stores v1beta2 and shows v1beta1, status included', async () => {
    await told(['create', '-f', '-'], JSON.stringify(machine))
    const status = { conditions: [ready], initialization: { bootstrapDataSecretCreated: true } }
    await told([
      'patch',
      'machine',
      'a',
      '--subresource=status',
      '--type=merge',
      '-p',
      JSON.stringify({ status }),
    ])
    const older = await machineIn('v1beta1')
    assert.deepEqual(older.spec, {
      clusterName: 'one',
      bootstrap: { dataSecretName: 'one' },
      infrastructureRef: {
        apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta1',
        kind: 'DockerMachine',
        name: 'a',
        namespace: 'default',
      },
    })
    assert.deepEqual(older.status, {
      bootstrapReady: true,
      infrastructureReady: false,
      v1beta2: { conditions: [ready] },
    })
  })

  it('stores what was written in v1beta1 as v1beta2, and loses nothing on the way back', async () => {
    const before = await machineIn('v1beta2')
    const older = await machineIn('v1beta1')
    await told(['replace', '-f', '-'], JSON.stringify(older))
    const { spec, status } = await machineIn('v1beta2')
    assert.deepEqual({ spec, status }, { spec: before.spec, status: before.status })
  })

  it('lists a hundred objects of the older version in one request', async () => {
    const items = Array.from({ length: 100 }, (_, at) => ({
      ...machine,
      metadata: { ...machine.metadata, name: `m-${at}` },
    }))
    await told(['create', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items }))
    const names = await told(['get', 'machines.v1beta1.cluster.x-k8s.io', '-o', 'name'])
    assert.equal(names.trim().split('\n').length, 101)
  })

  it('tells whoever asks when an object cannot be converted', async () => {
    const bad = {
      ...machine,
      apiVersion: 'cluster.x-k8s.io/v1beta1',
      metadata: { name: 'bad', namespace: 'default' },
      spec: { ...machine.spec, infrastructureRef: 'nonsense' },
    }
    const { code, stderr } = await kubectl(['create', '--validate=false', '-f', '-'], JSON.stringify(bad))
    assert.notEqual(code, 0)
    assert.match(stderr, /infrastructureRef/)
  })

  it('goes on with a replaced certificate as soon as the CRDs trust it', async () => {
    certificates.replace()
    await told(['apply', '--server-side', '-f', '-'], crdList())
    const { spec } = await machineIn('v1beta1')
    assert.ok(spec)
  })
})
