import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { formatKubeconfig } from '@sitrep/api-server'
import { openKubeconfig } from '@sitrep/controller/connection'
import { providerCrds } from '@sitrep/simulator'
import { createOneOfEach, tokenOf } from '../../../tools/deploy/cluster.testing.ts'
import { installedIn, manifestPath, missingHelm, renderChart } from '../../../tools/deploy/render.ts'
import { type ManifestObject, parseManifests } from '../../../tools/deploy/rules.ts'
import {
  type Kubernetes,
  lifecycleControllers,
  missingKubernetes,
  startKubernetes,
} from '../../../tools/peers/kubernetes.ts'
import { builtInFamilies, loadFamilies } from '../src/families/families.ts'
import { crdsOf } from '../src/families/spoken.ts'
import { runCommand } from '../src/main.ts'
import { type Kubectl, kubectlFor } from './kubectl.ts'

interface Deployment extends ManifestObject {
  readonly spec: { readonly template: { readonly metadata: object; readonly spec: PodSpec } }
}

interface PodSpec {
  readonly containers: readonly { readonly securityContext: object }[]
}

type Case = [verb: string, resource: string, where: string, says: 'yes' | 'no', because: string]

// Where: a namespace, and a name in it, or nothing for the whole cluster.
// biome-ignore format: the table is the specification; its columns stay aligned
const whileWriting: Case[] = [
  ['list',        'machines.cluster.x-k8s.io',                             '',                       'yes', 'their status is computed'],
  ['watch',       'devmachines.infrastructure.cluster.x-k8s.io',           '',                       'yes', 'a provider’s objects are read'],
  ['list',        'secrets',                                               '',                       'yes', 'kubeconfigs lie there'],
  ['patch',       'machines/status.cluster.x-k8s.io',                      'default',                'yes', 'that is what writing means'],
  ['update',      'leases.coordination.k8s.io',                            'sitrep-system/sitrep-1', 'yes', 'it is the Lease of a seat'],
  ['list',        'things.infrastructure.example.com',                     '',                       'yes', 'a labelled ClusterRole says so'],
  ['patch',       'machines.cluster.x-k8s.io',                             'default',                'no',  'a spec is somebody else’s'],
  ['delete',      'machines.cluster.x-k8s.io',                             'default',                'no',  'Sitrep deletes nothing'],
  ['patch',       'devmachines/status.infrastructure.cluster.x-k8s.io',    'default',                'no',  'that status is the provider’s'],
  ['create',      'secrets',                                               'default',                'no',  'Sitrep makes none'],
  ['delete',      'secrets',                                               'default/one-kubeconfig', 'no',  'Sitrep only reads them'],
  ['update',      'leases.coordination.k8s.io',                            'sitrep-system/other',    'no',  'it is not a seat of ours'],
  ['update',      'leases.coordination.k8s.io',                            'kube-system/sitrep-0',   'no',  'seats lie in one namespace'],
  ['list',        'pods',                                                  '',                       'no',  'only workload clusters are looked into'],
  ['create',      'pods/exec',                                             'sitrep-system',          'no',  'nobody asked for that'],
  ['impersonate', 'users',                                                 '',                       'no',  'nobody asked for that'],
]

// biome-ignore format: the table is the specification; its columns stay aligned
const whileObserving: Case[] = [
  ['list',        'machines.cluster.x-k8s.io',                             '',                       'yes', 'observing is reading'],
  ['patch',       'machines/status.cluster.x-k8s.io',                      'default',                'no',  'an observer writes nothing'],
  ['create',      'leases.coordination.k8s.io',                            'sitrep-system',          'no',  'an observer shares nothing'],
]

/** The question whether this may be done, as the API takes it. */
function accessReview([verb, named, where]: Case): string {
  const [, resource, subresource, group = ''] = /^([a-z]+)(?:\/([a-z]+))?(?:\.(.+))?$/.exec(named) ?? []
  const [namespace, name] = where.split('/')
  const resourceAttributes = { verb, group, resource, subresource, namespace, name }
  return JSON.stringify({
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes },
  })
}

describe('The manifests on a genuine Kubernetes', { skip: missingKubernetes() ?? false }, () => {
  let folder = ''
  let kubernetes: Kubernetes
  let kubectl: Kubectl
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'deploy-'))
    const controllers = [...lifecycleControllers, 'clusterrole-aggregation-controller']
    kubernetes = await startKubernetes({ dir: folder, controllers })
    kubectl = kubectlFor(kubernetes.kubeconfig, folder)
    const families = await loadFamilies(builtInFamilies)
    const spoken = families.map((family) => ({ family, profile: 'released' as const }))
    const items = [...(await crdsOf(spoken)), ...providerCrds()]
    await told(
      ['apply', '--server-side', '-f', '-'],
      JSON.stringify({ apiVersion: 'v1', kind: 'List', items }),
    )
    await told(['wait', '--for=condition=Established', 'crd', '--all', '--timeout=60s'])
  })
  after(async () => {
    await kubernetes.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const told = async (args: readonly string[], input?: string): Promise<string> => {
    const { code, stdout, stderr } = await kubectl(args, input)
    assert.equal(code, 0, stderr)
    assert.equal(stderr.replace(/^Warning: resource namespaces\/sitrep-system is missing.*\n/, ''), '')
    return stdout
  }
  const sitrep = async (): Promise<string> => {
    const { connection } = await openKubeconfig({ text: readFileSync(kubernetes.kubeconfig, 'utf8') })
    const token = await tokenOf(connection, { namespace: installedIn, name: 'sitrep' })
    connection.close()
    return token
  }
  const answers = (cases: readonly Case[], token: string): Promise<readonly Case[]> =>
    Promise.all(
      cases.map(async (each) => {
        const args = ['create', '--token', token, '-f', '-', '-o', 'jsonpath={.status.allowed}']
        const [verb, resource, where, , because] = each
        return [
          verb,
          resource,
          where,
          (await told(args, accessReview(each))) === 'true' ? 'yes' : 'no',
          because,
        ]
      }),
    )

  it('are accepted without a warning, observing', async () => {
    await told(['apply', '-f', manifestPath('observe.yaml')])
    await told(['apply', '--dry-run=server', '-f', manifestPath('write.yaml')])
  })

  it('let an observer read and nothing more', async () => {
    assert.deepEqual(await answers(whileObserving, await sitrep()), whileObserving)
  })

  it('run Pods where only restricted ones may, and no others', async () => {
    const deployment = parseManifests(readFileSync(manifestPath('observe.yaml'), 'utf8')).find(
      ({ kind }) => kind === 'Deployment',
    ) as Deployment
    const { metadata, spec } = deployment.spec.template
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { ...metadata, name: 'a', namespace: installedIn },
      spec,
    }
    const dryRun = ['create', '--dry-run=server', '-f', '-']
    await told(dryRun, JSON.stringify(pod))
    const [container] = spec.containers
    const privileged = { ...container, securityContext: { privileged: true } }
    const refused = await kubectl(
      dryRun,
      JSON.stringify({ ...pod, spec: { ...spec, containers: [privileged] } }),
    )
    assert.match(refused.stderr, /violates PodSecurity "restricted:latest"/)
  })

  it('let a writer write status, and refuse it all that it does not need', async () => {
    await told(['apply', '-f', manifestPath('write.yaml')])
    const further = {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: 'example', labels: { 'sitrep.dev/aggregate-to-reads': 'true' } },
      rules: [{ apiGroups: ['infrastructure.example.com'], resources: ['*'], verbs: ['list', 'watch'] }],
    }
    await told(['create', '-f', '-'], JSON.stringify(further))
    await told([
      'wait',
      'clusterrole/sitrep-further-reads',
      '--for=jsonpath={.rules[0].verbs[0]}=list',
      '--timeout=30s',
    ])
    assert.deepEqual(await answers(whileWriting, await sitrep()), whileWriting)
  })

  it('are enough for sitrep run --write to publish', async () => {
    const admin = await openKubeconfig({ text: readFileSync(kubernetes.kubeconfig, 'utf8') })
    await createOneOfEach(admin.connection)
    admin.connection.close()
    const config = join(folder, 'sitrep.kubeconfig')
    const { url, ca: authority } = kubernetes
    writeFileSync(config, formatKubeconfig({ url, authority, token: await sitrep() }))
    const [stop, complaints] = [new AbortController(), [] as string[]]
    const line = ['run', '--kubeconfig', config, '--write', '--shards', '2', '--lease-namespace', installedIn]
    const running = runCommand([...line, '--metrics-port', '0', '--log-level', 'error'], {
      print: () => {},
      complain: (text) => complaints.push(text),
      document: () => {},
      paint: () => {},
      readInput: async () => '',
      width: undefined,
      height: undefined,
      colour: false,
      env: { HOME: folder },
      cwd: folder,
      now: Date.now,
      interrupted: stop.signal,
      families: builtInFamilies,
    })
    try {
      const written = [
        'wait',
        'machine/one',
        '-n',
        'default',
        '--for=jsonpath={.status.conditions}',
        '--timeout=60s',
      ]
      const waited = await kubectl(written)
      assert.equal(waited.code, 0, `${waited.stderr} ${complaints.join('\n')}`)
    } finally {
      stop.abort()
    }
    assert.equal(await running, 0, complaints.join('\n'))
    const fields = await told([
      'get',
      'machine',
      'one',
      '-n',
      'default',
      '--show-managed-fields',
      '-o',
      'json',
    ])
    const { metadata } = JSON.parse(fields) as {
      metadata: { managedFields: { manager: string; subresource?: string }[] }
    }
    assert.deepEqual(
      metadata.managedFields
        .filter(({ manager }) => manager === 'sitrep')
        .map(({ subresource }) => subresource),
      ['status'],
    )
  })

  it('take everything away again', async () => {
    await told(['delete', '--ignore-not-found', '-f', manifestPath('write.yaml')])
    const left = await told([
      'get',
      'clusterroles,clusterrolebindings',
      '-l',
      'app.kubernetes.io/name=sitrep',
      '-o',
      'name',
    ])
    assert.equal(left, '')
  })

  // biome-ignore format: the table is the specification; its columns stay aligned
  const values: readonly (readonly string[])[] = [
    ['write=true', 'namespaces={default,kube-system}'],
    ['write=true', 'webhook.enabled=true', 'shards=5', 'replicas=5'],
    ['families={cluster-api}', 'profile=released', 'networkPolicy.enabled=false'],
    ['tolerations[0].operator=Exists', 'nodeSelector.disk=fast', 'podAnnotations.a=b', 'priorityClassName=system-cluster-critical'],
    ['networkPolicy.from[0].namespaceSelector.matchLabels.a=b', 'imagePullSecrets[0].name=a', 'serviceAccount.annotations.a=b'],
  ]
  for (const set of values) {
    it(`and the chart with ${set.join(' ')} is accepted`, { skip: missingHelm() ?? false }, async () => {
      await kubectl(['create', 'namespace', installedIn])
      await told(['apply', '--dry-run=server', '-f', '-'], renderChart(set))
    })
  }
})
