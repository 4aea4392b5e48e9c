import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { ApiError } from '../errors/api-error.ts'
import { JsonSyntaxError } from '../json/json-syntax-error.ts'
import { parseJson } from '../json/parse-json.ts'
import { stringifyJson } from '../json/stringify-json.ts'
import type { TextThread } from '../json/text-thread.ts'
import { type ApiResponse, isPieced, type RequestHead, wholeResponse } from '../request/api-request.ts'
import { negotiate } from '../request/negotiation.ts'

const compress = promisify(gzip)
const worthCompressing = 128 * 1024

/** The body in the form that the client reads best: YAML or indented where asked for, and small when it is big. */
export function finishBody(
  request: RequestHead,
  response: ApiResponse,
  texts: TextThread,
): ApiResponse | Promise<ApiResponse> {
  const { headers, body } = response
  if (isPieced(body)) {
    const asItIs = !wantsYaml(request) && !wantsPretty(request) && !takesGzip(request)
    return asItIs ? response : finishBody(request, wholeResponse(response), texts)
  }
  const json = headers['Content-Type'] === 'application/json' && Buffer.isBuffer(body)
  if (json && wantsYaml(request))
    return asYaml(response, body, (text) =>
      texts.writeYaml(request.headers['authorization'] ?? '', text),
    ).then((shaped) => compressed(request, shaped))
  return compressed(request, json && wantsPretty(request) ? indented(response, body) : response)
}

function compressed(request: RequestHead, shaped: ApiResponse): ApiResponse | Promise<ApiResponse> {
  const { body } = shaped
  if (!Buffer.isBuffer(body) || body.length <= worthCompressing) return shaped
  if (!takesGzip(request)) return shaped
  const vary = shaped.headers['Vary']
  const headers = {
    ...shaped.headers,
    'Content-Encoding': 'gzip',
    Vary: vary === undefined ? 'Accept-Encoding' : `${String(vary)}, Accept-Encoding`,
  }
  return compress(body, { level: 1 }).then((small) => ({ ...shaped, headers, body: small }))
}

function takesGzip({ headers }: RequestHead): boolean {
  return /\bgzip\b/.test(headers['accept-encoding'] ?? '')
}

type WriteYaml = (json: string) => Promise<string>

async function asYaml(response: ApiResponse, body: Buffer, write: WriteYaml): Promise<ApiResponse> {
  const headers = { ...response.headers, 'Content-Type': 'application/yaml' }
  return { ...response, headers, body: Buffer.from(await yamlOf(body, write)) }
}

async function yamlOf(body: Buffer, write: WriteYaml): Promise<string> {
  try {
    return await write(body.toString())
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    throw new ApiError({
      code: 406,
      reason: 'NotAcceptable',
      message: `the answer cannot be written as YAML, ask for JSON: ${error.message}`,
    })
  }
}

/** What is too long to be looked at by a person is sent as it is. */
const longestIndented = 1024 * 1024

function indented(response: ApiResponse, body: Buffer): ApiResponse {
  if (body.length > longestIndented) return response
  const { value } = parseJson(body.toString(), { ours: true })
  return { ...response, body: Buffer.from(stringifyJson(value, 2)) }
}

function wantsYaml({ headers }: RequestHead): boolean {
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
function wantsPretty({ query, headers }: RequestHead): boolean {
  if (query.includes('pretty')) {
    const asked = new URLSearchParams(query).get('pretty')
    if (asked !== null && asked !== '') return asked === 'true' || asked === '1'
  }
  const agent = headers['user-agent'] ?? ''
  return agent.startsWith('curl') || agent.startsWith('Wget') || agent.startsWith('Mozilla/5.0')
}
