import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import {
  type ManifestName,
  manifestNames,
  manifestPath,
  missingHelm,
  renderChart,
  renderManifest,
} from './render.ts'
import { grantedRules, type ManifestObject, parseManifests } from './rules.ts'

const objectsOf = (name: ManifestName): readonly ManifestObject[] =>
  parseManifests(readFileSync(manifestPath(name), 'utf8'))
const namesOf = (objects: readonly ManifestObject[]): readonly string[] =>
  objects.map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? ''}/${metadata.name}`).sort()
const rulesOf = (objects: readonly ManifestObject[], name: string): unknown =>
  objects.find(({ kind, metadata }) => /Role$/.test(kind) && metadata.name === name)?.rules

describe('The manifests', () => {
  const granted = grantedRules()

  it('grant what was derived, and to observers nothing that writes', () => {
    const observe = objectsOf('observe.yaml')
    assert.deepEqual(rulesOf(observe, 'sitrep-definitions'), granted.definitions)
    assert.deepEqual(rulesOf(observe, 'sitrep-read'), granted.read)
    assert.equal(rulesOf(observe, 'sitrep-write'), undefined)
    assert.equal(rulesOf(observe, 'sitrep-seats'), undefined)
  })

  it('grant writers the status, and the Leases of their seats by name', () => {
    const write = objectsOf('write.yaml')
    assert.deepEqual(rulesOf(write, 'sitrep-write'), granted.write)
    assert.deepEqual(rulesOf(write, 'sitrep-seats'), [
      ...granted.seats,
      ...granted.seatOwner.map((rule) => ({ ...rule, resourceNames: ['sitrep-0', 'sitrep-1'] })),
    ])
  })

  for (const name of manifestNames) {
    it(`${name} is the chart as helm renders it`, { skip: missingHelm() ?? false }, () => {
      assert.equal(readFileSync(manifestPath(name), 'utf8'), renderManifest(name))
    })
  }
})

describe('The chart', { skip: missingHelm() ?? false }, () => {
  const granted = grantedRules()
  it('hands on where kubeconfig Secrets may lead besides, and refuses what is no address', () => {
    const rendered = renderChart(['workloadAddresses={loopback,169.254.7.0/24}'])
    assert.match(rendered, /- --workload-addresses=loopback,169\.254\.7\.0\/24/)
    assert.doesNotMatch(renderChart([]), /workload-addresses/)
    assert.throws(() => renderChart(['workloadAddresses={everywhere}']))
  })

  it('with namespaces grants rights in these only, besides the look at definitions', () => {
    const objects = parseManifests(renderChart(['write=true', 'namespaces={blue,green}']))
    const bindings = namesOf(objects).filter((name) => /Binding|^Role /.test(name))
    assert.deepEqual(bindings, [
      'ClusterRoleBinding /sitrep-definitions',
      'Role blue/sitrep-seats',
      'Role green/sitrep-seats',
      ...['blue', 'green'].flatMap((namespace) =>
        ['further-reads', 'further-writes', 'read', 'seats', 'write'].map(
          (role) => `RoleBinding ${namespace}/sitrep-${role}`,
        ),
      ),
    ])
    const deployments = namesOf(objects).filter((name) => name.startsWith('Deployment'))
    assert.deepEqual(deployments, [
      'Deployment sitrep-system/sitrep-blue',
      'Deployment sitrep-system/sitrep-green',
    ])
  })

  const plane = ['write=true', 'dataPlane.enabled=true']

  it('with a data plane grants its replicas nothing that writes, and the controllers the Services beside them', () => {
    const objects = parseManifests(renderChart(plane))
    assert.deepEqual(rulesOf(objects, 'sitrep-data-plane'), granted.dataPlane)
    const verbs = new Set(granted.dataPlane.flatMap((rule) => rule.verbs))
    assert.deepEqual([...verbs].sort(), ['get', 'list', 'watch'])
    assert.deepEqual(rulesOf(objects, 'sitrep-gateway-services'), granted.gatewayServices)
    const added = namesOf(objects).filter((name) => /data-plane|gateway-services|nodes/.test(name))
    assert.deepEqual(added, [
      'ClusterRole /sitrep-data-plane',
      'ClusterRoleBinding /sitrep-data-plane',
      'Deployment sitrep-system/sitrep-data-plane',
      'NetworkPolicy sitrep-system/sitrep-data-plane',
      'PodDisruptionBudget sitrep-system/sitrep-data-plane',
      'Role sitrep-system/sitrep-gateway-services',
      'RoleBinding sitrep-system/sitrep-gateway-services',
      'Service sitrep-system/sitrep-data-plane',
      'ServiceAccount sitrep-system/sitrep-data-plane',
    ])
    const besides = parseManifests(renderChart([...plane, 'dataPlane.service.type=NodePort']))
    assert.deepEqual(rulesOf(besides, 'sitrep-nodes'), granted.nodes)
  })

  it('without a data plane has nothing of it', () => {
    assert.doesNotMatch(renderChart(['write=true']), /data-plane|gateway-services/)
  })

  type Unfit = [values: readonly string[], says: RegExp, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const unfit: Unfit[] = [
    [['dataPlane.enabled=true'],              /needs write/,             'nobody would say what the replicas report'],
    [[...plane, 'namespaces={blue}'],         /needs the whole cluster/, 'routes may lie in any namespace'],
  ]
  for (const [values, says, because] of unfit) {
    it(`refuses ${values.join(' ')}, because ${because}`, () =>
      assert.throws(() => renderChart(values), says))
  }

  type Case = [values: readonly string[], says: RegExp, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const rendered: Case[] = [
    [['profile=proposal'],                                    /--profile=proposal/,                 'it is asked for'],
    [['families={cluster-api}'],                              /--families=cluster-api/,             'it is asked for'],
    [['namespaces={blue}'],                                   /--namespace=blue/,                   'rights end there'],
    [['write=true', 'shards=3'],                              /--shards=3/,                         'three share the work'],
    [['write=true', 'shards=3'],                              /- sitrep-2/,                         'a third seat is a third Lease'],
    [['write=true', 'force=true'],                            /--force/,                            'another writer is there on purpose'],
    [['webhook.enabled=true'],                                /--webhook-cert=\/etc\/sitrep/,       'the certificate is mounted there'],
    [['webhook.enabled=true'],                                /secretName: sitrep-webhook/,         'it is a Secret'],
    [['webhook.enabled=true', 'webhook.issuerRef.name=ours'], /sitrep\.sitrep-system\.svc\n/,       'API servers call it by this name'],
    [['serviceMonitor.enabled=true'],                         /kind: ServiceMonitor(.|\n)*Bearer/,     'metrics need the token'],
    [['extraArgs={--log-level=debug}'],                       /- "--log-level=debug"/,              'whatever else the program takes'],
    [plane,                                                   /--data-plane-service=sitrep-system\/sitrep-data-plane/, 'whoever writes asks the replicas'],
    [plane,                                                   /clusterIP: None/,                    'each replica is asked for itself'],
    [plane,                                                   /--gateway-service-type=LoadBalancer/, 'that is usual in a cloud'],
    [[...plane, 'dataPlane.replicas=5'],                      /replicas: 5/,                        'so many are wanted'],
    [[...plane, 'dataPlane.kind=haproxy'],                    /medium: Memory/,                     'keys of certificates touch no disk'],
    [[...plane, 'dataPlane.accessLog=true'],                  /- --access-log/,                     'it is asked for'],
    [[...plane, 'dataPlane.image.repository=with/haproxy'],   /image: "with\/haproxy:/,             'the image of the controllers has no HAProxy'],
    [['image.tag=1.2.3', 'image.repository=mirror/sitrep'],   /image: "mirror\/sitrep:1\.2\.3"/,    'images lie elsewhere everywhere'],
  ]
  for (const [values, says, because] of rendered) {
    it(`${values.join(' ')} gives ${says.source}, because ${because}`, () =>
      assert.match(renderChart(values), says))
  }

  it('refuses a setting that no family has', () => {
    assert.throws(
      () => renderChart(['settings.nobody.anything=some']),
      /family nobody has no setting anything/,
    )
  })

  type Refused = [value: string, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const refused: Refused[] = [
    ['wirte=true',          'a slip of the finger would observe for ever'],
    ['replicas=many',       'it is a number'],
    ['shards=0',            'nobody would write'],
    ['profile=draft',       'there is no such language'],
    ['api.port=80',         'no ordinary user may listen there'],
    ['namespaces={Blue}',   'that is no name of a namespace'],
    ['dataPlane.kind=envoy',  'there is no such data plane'],
    ['dataPlane.service.type=ExternalName', 'that gives no address'],
    ['settings.a.b.c=d',    'a setting is a text, a list of them or a switch'],
  ]
  for (const [value, because] of refused) {
    it(`refuses ${value}, because ${because}`, () => {
      assert.throws(() => renderChart([value]), /values don't meet the specifications/)
    })
  }
})
