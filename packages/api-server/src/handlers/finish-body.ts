import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { ApiError } from '../errors/api-error.ts'
import { loadYaml } from '../json/load-yaml.ts'
import { parseJson } from '../json/parse-json.ts'
import type { ApiRequest, ApiResponse } from '../request/api-request.ts'
import { negotiate } from '../request/negotiation.ts'

// As Go writes it: sorted, lists not indented, lines not broken.
const yamlForm = {
  version: '1.1',
  aliasDuplicateObjects: false,
  sortMapEntries: true,
  indentSeq: false,
  lineWidth: 0,
} as const
const compress = promisify(gzip)
const worthCompressing = 128 * 1024

/** The body in the form that the client reads best: YAML or indented where asked for, and small when it is big. */
export function finishBody(request: ApiRequest, response: ApiResponse): ApiResponse | Promise<ApiResponse> {
  const shaped = shapedResponse(request, response)
  const { body } = shaped
  if (!Buffer.isBuffer(body) || body.length <= worthCompressing) return shaped
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return shaped
  const vary = shaped.headers['Vary']
  const headers = {
    ...shaped.headers,
    'Content-Encoding': 'gzip',
    Vary: vary === undefined ? 'Accept-Encoding' : `${String(vary)}, Accept-Encoding`,
  }
  return compress(body, { level: 1 }).then((small) => ({ ...shaped, headers, body: small }))
}

function shapedResponse(request: ApiRequest, response: ApiResponse): ApiResponse {
  const { headers, body } = response
  if (headers['Content-Type'] !== 'application/json' || !Buffer.isBuffer(body)) return response
  if (wantsYaml(request)) {
    const { value } = parseJson(body.toString())
    const text = loadYaml().stringify(value, yamlForm)
    return {
      ...response,
      headers: { ...headers, 'Content-Type': 'application/yaml' },
      body: Buffer.from(text),
    }
  }
  if (!wantsPretty(request)) return response
  const text = JSON.stringify(JSON.parse(body.toString()), undefined, 2)
  return { ...response, body: Buffer.from(text) }
}

function wantsYaml({ headers }: ApiRequest): boolean {
  if (headers['accept']?.includes('yaml') !== true) return false
  try {
    return negotiate(headers['accept']).mediaType === 'application/yaml'
  } catch (error) {
    // What cannot be negotiated has been refused already, in JSON.
    if (error instanceof ApiError) return false
    throw error
  }
}

/** People look at what comes back to browsers and to the tools that people type. */
function wantsPretty({ query, headers }: ApiRequest): boolean {
  if (query.includes('pretty')) {
    const asked = new URLSearchParams(query).get('pretty')
    if (asked !== null && asked !== '') return asked === 'true' || asked === '1'
  }
  const agent = headers['user-agent'] ?? ''
  return agent.startsWith('curl') || agent.startsWith('Wget') || agent.startsWith('Mozilla/5.0')
}
