import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KubeObject } from '@sitrep/status'
import fc from 'fast-check'
import { withoutSecrets } from './without-secrets.ts'

const object = (kind: string, more: object): KubeObject =>
  ({ apiVersion: 'v1', kind, metadata: { name: 'x', namespace: 'shop' }, ...more }) as KubeObject
const kept = (given: KubeObject): unknown => {
  const {
    apiVersion: _version,
    kind: _kind,
    metadata: _metadata,
    ...rest
  } = withoutSecrets(given, undefined) as KubeObject & object
  return rest
}

const key = '-----BEGIN EC PRIVATE KEY-----\nMHc\n-----END EC PRIVATE KEY-----\n'
const certificate = '-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n'
const kubeconfig = 'apiVersion: v1\nkind: Config\nusers:\n- name: a\n  user:\n    token: abc\n'

// biome-ignore format: the table is the specification; its columns stay aligned
const cases = [
  ['a Secret',                 object('Secret', { data: { a: 'eA==' }, stringData: { b: 'y' } }),          { data: { a: '' }, stringData: { b: '' } },            'its keys are what is asked for'],
  ['a Secret that is odd',     object('Secret', { data: 'eA==' }),                                         { data: {} },                                          'whatever stands there is no map of keys'],
  ['a private key elsewhere',  object('ConfigMap', { data: { 'tls.key': key, 'ca.crt': certificate } }),   { data: { 'tls.key': '', 'ca.crt': certificate } },    'certificates are public, keys are not'],
  ['a kubeconfig',             object('ConfigMap', { data: { value: kubeconfig, other: 'kind: Config' } }), { data: { value: '', other: 'kind: Config' } },       'it opens a cluster'],
  ['a kubeconfig as JSON',     object('ConfigMap', { data: { value: '{"client-key-data":"eA=="}' } }),     { data: { value: '' } },                               'it opens a cluster too'],
  ['a password by its name',   object('Thing', { spec: { user: 'a', password: 'b', secretKey: 'c' } }),    { spec: { user: 'a', password: '', secretKey: '' } },  'not everybody uses Secrets'],
  ['a schema with a password', object('Thing', { spec: { password: { type: 'string' } } }),                { spec: { password: { type: 'string' } } },            'a field that is described is no secret'],
  ['a variable of a Pod',      object('Pod', { spec: { env: [{ name: 'DB_PASSWORD', value: 'x' }, { name: 'PATH', value: '/bin' }] } }), { spec: { env: [{ name: 'DB_PASSWORD', value: '' }, { name: 'PATH', value: '/bin' }] } }, 'its name tells'],
  ['a bootstrap token',        object('Thing', { spec: { command: 'kubeadm join --token abcdef.0123456789abcdef' } }), { spec: { command: 'kubeadm join --token ' } }, 'a machine joins with it'],
  ['a reference to a Secret',  object('Thing', { spec: { secretRef: { name: 'db-password' } } }),          { spec: { secretRef: { name: 'db-password' } } },      'a name is no secret'],
] as const

describe('What leaves a cluster', () => {
  for (const [name, given, says, because] of cases) {
    it(`${name}, because ${because}`, () => assert.deepEqual(kept(given), says))
  }

  it('holds no copy of an object as it was applied, nor who owns which field', () => {
    const annotations = {
      'kubectl.kubernetes.io/last-applied-configuration': '{"stringData":{}}',
      other: 'stays',
    }
    const given = {
      ...object('Pod', {}),
      metadata: { name: 'x', managedFields: [{}], annotations },
    } as KubeObject
    assert.deepEqual(withoutSecrets(given, undefined).metadata, {
      name: 'x',
      annotations: { other: 'stays' },
    })
  })

  it('holds what is worth knowing of a Secret, and even then no value', () => {
    const given = object('Secret', { data: { a: 'c2VjcmV0' } })
    const leaky = (secret: KubeObject): KubeObject => ({ ...secret, judged: 'sound' }) as KubeObject
    assert.deepEqual(withoutSecrets(given, leaky), {
      ...object('Secret', { data: { a: '' } }),
      judged: 'sound',
    })
  })

  it('holds no value of any Secret, whatever stands in it', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), fc.uuid(), (data, secret) => {
        const given = object('Secret', { data: { ...data, one: secret }, stringData: { two: secret } })
        assert.ok(!JSON.stringify(withoutSecrets(given, undefined)).includes(secret))
      }),
    )
  })
})
