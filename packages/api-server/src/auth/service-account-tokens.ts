import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { Cluster } from '../cluster/cluster.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { getOwn, isJsonObject } from '../json/own.ts'
import { decodeObject } from '../resources/encoding.ts'
import { textOf, textsOf, uidOf } from '../resources/metadata.ts'
import type { ReadToken } from './token-reader.ts'

/** An object that a token depends on, by name and uid. */
export interface BoundObject {
  readonly kind: 'pod' | 'secret' | 'node'
  readonly name: string
  readonly uid: string
}

export interface TokenClaims {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly audiences: readonly string[]
  readonly expiresAt: number
  readonly bound?: BoundObject
}

/** Signs and reads the tokens of one cluster's service accounts: JSON web tokens, ES256. */
export interface ServiceAccountTokens {
  readonly issuer: string
  readonly audience: string
  readonly sign: (claims: TokenClaims) => string
  /** `undefined` for a token that is not ours, has ended, or whose account is gone. */
  readonly read: (token: string) => ReadToken | undefined
  /** The public key, as third parties fetch it to check tokens by themselves. */
  readonly publicKey: () => JsonObject
}

const header = base64url({ alg: 'ES256', typ: 'JWT' })
const resources = { pod: '/pods', secret: '/secrets', node: '/nodes' } as const

export function createServiceAccountTokens(cluster: Cluster, keyPem: string): ServiceAccountTokens {
  const key = createPrivateKey(keyPem)
  const publicKey = createPublicKey(key)
  const issuer = `https://kubernetes.default.svc.cluster.local${cluster.name === '' ? '' : `/clusters/${cluster.name}`}`
  return {
    issuer,
    audience: issuer,
    sign: (claims) => {
      const content = `${header}.${base64url(payloadOf(claims, { issuer, id: cluster.edge.randomUuid(), now: cluster.edge.now() }))}`
      return `${content}.${signatureOf(content, key)}`
    },
    read: (token) => readToken(cluster, token, { publicKey, issuer }),
    publicKey: () => ({ ...(publicKey.export({ format: 'jwk' }) as JsonObject), use: 'sig', alg: 'ES256' }),
  }
}

function payloadOf(
  claims: TokenClaims,
  { issuer, id, now }: { issuer: string; id: string; now: number },
): Json {
  const issued = Math.floor(now / 1000)
  const { namespace, name, uid, bound } = claims
  return {
    aud: claims.audiences,
    exp: Math.floor(claims.expiresAt / 1000),
    iat: issued,
    iss: issuer,
    jti: id,
    'kubernetes.io': {
      namespace,
      serviceaccount: { name, uid },
      ...(bound !== undefined && { [bound.kind]: { name: bound.name, uid: bound.uid } }),
    },
    nbf: issued,
    sub: `system:serviceaccount:${namespace}:${name}`,
  }
}

interface Trust {
  readonly publicKey: KeyObject
  readonly issuer: string
}

function readToken(cluster: Cluster, token: string, { publicKey, issuer }: Trust): ReadToken | undefined {
  const [head = '', payload = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0 || head !== header) return undefined
  const bytes = Buffer.from(signature, 'base64url')
  const genuine = verify(
    'sha256',
    Buffer.from(`${head}.${payload}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    bytes,
  )
  if (!genuine) return undefined
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JsonObject
  const seconds = cluster.edge.now() / 1000
  if (textOf(claims, 'iss') !== issuer || Number(claims['exp']) <= seconds) return undefined
  return accountOf(cluster, claims)
}

function accountOf(cluster: Cluster, claims: JsonObject): ReadToken | undefined {
  const own = objectIn(claims, 'kubernetes.io')
  const namespace = textOf(own, 'namespace')
  const account = objectIn(own, 'serviceaccount')
  const [name, uid] = [textOf(account, 'name'), textOf(account, 'uid')]
  if (uidIn(cluster, '/serviceaccounts', { namespace, name }) !== uid) return undefined
  for (const kind of ['pod', 'secret', 'node'] as const) {
    const bound = objectIn(own, kind)
    if (Object.keys(bound).length === 0) continue
    const at = { namespace: kind === 'node' ? '' : namespace, name: textOf(bound, 'name') }
    if (uidIn(cluster, resources[kind], at) !== textOf(bound, 'uid')) return undefined
  }
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`]
  const extra = { 'authentication.kubernetes.io/credential-id': [`JTI=${textOf(claims, 'jti')}`] }
  return {
    user: { name: textOf(claims, 'sub'), uid, groups, extra },
    audiences: textsOf(getOwn(claims, 'aud')),
  }
}

function uidIn(
  cluster: Cluster,
  resource: string,
  at: { namespace: string; name: string },
): string | undefined {
  const stored = cluster.store.get({ cluster: cluster.name, resource, ...at })
  return stored === undefined ? undefined : uidOf(decodeObject(stored.bytes))
}

function objectIn(object: JsonObject, name: string): JsonObject {
  const value = getOwn(object, name)
  return isJsonObject(value) ? value : {}
}

function base64url(value: Json): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function signatureOf(content: string, key: KeyObject): string {
  return sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
}
