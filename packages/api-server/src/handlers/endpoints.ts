import type { ServiceAccountTokens } from '../auth/service-account-tokens.ts'
import type { ApiResponse } from '../request/api-request.ts'
import { jsonResponse, textResponse } from './respond.ts'

/** The Kubernetes version that clients are told: they switch features by it. */
export const kubernetesVersion = { major: '1', minor: '36', patch: '3' } as const

export function versionResponse(): ApiResponse {
  const { major, minor, patch } = kubernetesVersion
  return jsonResponse(200, {
    major,
    minor,
    emulationMajor: major,
    emulationMinor: minor,
    minCompatibilityMajor: major,
    minCompatibilityMinor: `${Number(minor) - 1}`,
    gitVersion: `v${major}.${minor}.${patch}`,
    gitCommit: 'unknown',
    gitTreeState: 'clean',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: 'node',
    compiler: 'node',
    platform: `${process.platform}/${process.arch === 'x64' ? 'amd64' : process.arch}`,
  })
}

/** What third parties need to check the tokens of service accounts by themselves; `undefined` for anything else. */
export function issuerResponse(
  segments: readonly string[],
  accounts: ServiceAccountTokens,
): ApiResponse | undefined {
  const path = segments.join('/')
  if (path === 'openid/v1/jwks') {
    const { body } = jsonResponse(200, { keys: [accounts.publicKey()] })
    return { status: 200, headers: { 'Content-Type': 'application/jwk-set+json' }, body }
  }
  if (path !== '.well-known/openid-configuration') return undefined
  return jsonResponse(200, {
    issuer: accounts.issuer,
    jwks_uri: `${accounts.issuer}/openid/v1/jwks`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  })
}

const healthRoots: ReadonlySet<string> = new Set(['healthz', 'livez', 'readyz'])
const checks = ['ping', 'log', 'etcd'] as const

/** `/healthz`, `/livez`, `/readyz` and the checks below them; `undefined` for anything else. */
export function healthResponse(segments: readonly string[], query: URLSearchParams): ApiResponse | undefined {
  const [root = '', check, ...rest] = segments
  if (!healthRoots.has(root) || rest.length > 0) return undefined
  if (check !== undefined) return checks.some((name) => name === check) ? checkResponse() : undefined
  if (!query.has('verbose')) return textResponse(200, 'ok')
  return textResponse(200, `${checks.map((name) => `[+]${name} ok\n`).join('')}${root} check passed\n`)
}

/** Only the summaries of all checks say that nobody should guess what they are. */
function checkResponse(): ApiResponse {
  return { status: 200, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: Buffer.from('ok') }
}
