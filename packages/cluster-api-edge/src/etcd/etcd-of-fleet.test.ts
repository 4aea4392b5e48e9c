import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createAuthority, issueCertificate } from '@sitrep/api-server/certificates'
import { failureThreshold, reach } from '@sitrep/cluster-api'
import { realTiming } from '@sitrep/controller'
import { census, openWorkloadStory } from '../remote/workload.testing.ts'
import { etcdMembership } from './etcd-membership.ts'
import { openFakeEtcd } from './member/fake-etcd.testing.ts'
import { openPortForwardServer } from './tunnel/port-forward.testing.ts'

const clusterPath = '/apis/cluster.x-k8s.io/v1beta2/namespaces/prod/clusters/blue'
const encoded = (text: string): string => Buffer.from(text).toString('base64')

/** A fleet of one cluster, whose API server forwards ports to an etcd. */
async function openFleet(context: TestContext) {
  const now = Date.now()
  const authority = createAuthority({ commonName: 'kubernetes' }, now)
  const etcdAuthority = createAuthority({ commonName: 'etcd-ca' }, now)
  const own = issueCertificate(authority, { commonName: 'api', now, use: 'server', hosts: ['127.0.0.1'] })
  const [story, api, etcd] = await Promise.all([
    openWorkloadStory(),
    openPortForwardServer(own),
    openFakeEtcd(etcdAuthority),
  ])
  context.after(async () => {
    await story.close()
    await api.close()
    await etcd.close()
  })
  api.pods.set('etcd-n1', etcd.port)
  await story.management.request({
    method: 'POST',
    path: '/api/v1/namespaces/prod/secrets',
    body: {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'blue-etcd' },
      data: { 'tls.crt': encoded(etcdAuthority.certificate), 'tls.key': encoded(etcdAuthority.key) },
    },
  })
  const trusting = `"certificate-authority-data":"${encoded(authority.certificate)}","server"`
  await story.putSecret(story.kubeconfig('a-token', api.url).replace('"server"', trusting))
  // The definitions of the story ask for another kind of fact; which one is looked for under its name does not matter here.
  const source = {
    ...etcdMembership({ management: story.management, timing: realTiming, timeoutMs: 500 }),
    fact: census,
  }
  const { engine } = story.start({ sources: [source], times: { probeTimeoutMs: 500 } })
  const seen = () => engine.object({ ...census.kind, namespace: 'prod', name: 'blue' })?.status
  const isRunByKubeadm = (): Promise<unknown> =>
    story.management.request({
      method: 'PATCH',
      path: clusterPath,
      body: { spec: { controlPlaneRef: { kind: 'KubeadmControlPlane', name: 'blue' } } },
      contentType: 'application/merge-patch+json',
    })
  return { story, api, seen, isRunByKubeadm }
}

describe('The etcd of a workload cluster that a fleet is connected to', () => {
  it('is asked through its API server with the credentials of the kubeconfig, and forgotten with its Cluster', async (context) => {
    const { story, api, seen, isRunByKubeadm } = await openFleet(context)
    await story.until('the Cluster is known', () => story.controller().synced)
    await story.timing.advance(30_000, 1_000)
    assert.deepEqual(api.forwarded, [], 'nobody says that a KubeadmControlPlane runs it')

    await isRunByKubeadm()
    await story.timing.advance(15_000, 1_000)
    await story.until('etcd is seen', () => seen() !== undefined)
    assert.equal(api.askedBy[0], 'Bearer a-token')

    await story.management.request({ method: 'DELETE', path: clusterPath })
    await story.until('etcd is forgotten', () => seen() === undefined)
  })

  it('is told as one that does not answer once its API server hangs, before the connection counts as lost', async (context) => {
    const { story, api, seen, isRunByKubeadm } = await openFleet(context)
    await isRunByKubeadm()
    await story.until('the Cluster is known', () => story.controller().synced)
    await story.timing.advance(15_000, 1_000)
    await story.until('etcd is seen', () => seen() !== undefined)
    api.hangs = true
    const failed = (): boolean => (seen() as { failedAt?: string } | undefined)?.failedAt === 'connect'
    for (let round = 0; round < 4 && !failed(); round++) {
      await story.timing.advance(10_000, 10_000)
      // Two requests hang now, and what ends them is a real clock.
      await story.until('they were given up', () => !api.waiting)
    }
    assert.ok(failed(), JSON.stringify(seen()))
    const probe = story.controller().engine.object({ ...reach.probe, namespace: 'prod', name: 'blue' })
    const { consecutiveFailures } = (probe?.status ?? {}) as { consecutiveFailures?: number }
    assert.ok(consecutiveFailures !== undefined && consecutiveFailures < failureThreshold)
  })
})
