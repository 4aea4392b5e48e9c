import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAuthority, issueCertificate } from '@sitrep/api-server/certificates'
import { realTiming } from '@sitrep/controller'
import { census, openWorkloadStory } from '../remote/workload.testing.ts'
import { etcdMembership } from './etcd-membership.ts'
import { openFakeEtcd } from './fake-etcd.testing.ts'
import { openPortForwardServer } from './port-forward.testing.ts'

const clusterPath = '/apis/cluster.x-k8s.io/v1beta2/namespaces/prod/clusters/blue'
const encoded = (text: string): string => Buffer.from(text).toString('base64')

describe('The etcd of a workload cluster that a fleet is connected to', () => {
  it('is asked through its API server with the credentials of the kubeconfig, and forgotten with its Cluster', async () => {
    const now = Date.now()
    const [authority, etcdAuthority] = ['kubernetes', 'etcd-ca'].map((commonName) =>
      createAuthority({ commonName }, now),
    )
    if (authority === undefined || etcdAuthority === undefined)
      throw new TypeError('two authorities were made')
    const own = issueCertificate(authority, { commonName: 'api', now, use: 'server', hosts: ['127.0.0.1'] })
    const [story, api, etcd] = await Promise.all([
      openWorkloadStory(),
      openPortForwardServer(own),
      openFakeEtcd(etcdAuthority),
    ])
    api.pods.set('etcd-n1', etcd.port)
    try {
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
        ...etcdMembership({ management: story.management, timing: realTiming }),
        fact: census,
      }
      const { engine } = story.start({ sources: [source] })
      const fact = { ...census.kind, namespace: 'prod', name: 'blue' }
      await story.until('the Cluster is known', () => story.controller().synced)
      await story.timing.advance(30_000, 1_000)
      assert.deepEqual(api.forwarded, [], 'nobody says that a KubeadmControlPlane runs it')

      await story.management.request({
        method: 'PATCH',
        path: clusterPath,
        body: { spec: { controlPlaneRef: { kind: 'KubeadmControlPlane', name: 'blue' } } },
        contentType: 'application/merge-patch+json',
      })
      await story.timing.advance(15_000, 1_000)
      await story.until('etcd is seen', () => engine.object(fact) !== undefined)
      assert.equal(api.askedBy[0], 'Bearer a-token')

      await story.management.request({ method: 'DELETE', path: clusterPath })
      await story.until('etcd is forgotten', () => engine.object(fact) === undefined)
    } finally {
      await story.close()
      await api.close()
      await etcd.close()
    }
  })
})
