import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import { ApiError } from '../errors/api-error.ts'
import { JsonSyntaxError } from '../json/json-syntax-error.ts'
import { parseJson } from '../json/parse-json.ts'
import { stringifyJson } from '../json/stringify-json.ts'
import type { TextThread } from '../json/text-thread.ts'
import {
  type ApiResponse,
  isPieced,
  isStream,
  joined,
  type PiecedBody,
  type RequestHead,
} from '../request/api-request.ts'
import { negotiate } from '../request/negotiation.ts'

const compress = promisify(gzip)
const compression = { level: 1 } as const
const worthCompressing = 128 * 1024
/** What is longer takes longer to write than anybody is given. */
const longestYaml = 16 * 1024 * 1024
/** What is too long to be looked at by a person is sent as it is. */
const longestIndented = 1024 * 1024

/** A body that does not come as things happen. */
type Text = Buffer | PiecedBody
type WriteYaml = (json: string) => Promise<string>

/** The body in the form that the client reads best: YAML or indented where asked for, and small when it is big. */
export function finishBody(
  request: RequestHead,
  response: ApiResponse,
  texts: TextThread,
): ApiResponse | Promise<ApiResponse> {
  const { headers, body } = response
  if (isStream(body) || headers['Content-Type'] !== 'application/json') return compressed(request, response)
  if (wantsYaml(request))
    return asYaml(response, body, (text) =>
      texts.writeYaml(request.headers['authorization'] ?? '', text),
    ).then((shaped) => compressed(request, shaped))
  const short = body.length <= longestIndented
  return compressed(request, short && wantsPretty(request) ? indented(response, body) : response)
}

function compressed(request: RequestHead, shaped: ApiResponse): ApiResponse | Promise<ApiResponse> {
  const { body } = shaped
  if (isStream(body) || body.length <= worthCompressing) return shaped
  if (!takesGzip(request)) return shaped
  const vary = shaped.headers['Vary']
  const headers = {
    ...shaped.headers,
    'Content-Encoding': 'gzip',
    Vary: vary === undefined ? 'Accept-Encoding' : `${String(vary)}, Accept-Encoding`,
  }
  const compressing = isPieced(body) ? compressPieces(body) : compress(body, compression)
  return compressing.then((small) => ({ ...shaped, headers, body: small }))
}

/** Piece by piece: all of a large list would be in memory twice, and others would wait while it is put together. */
async function compressPieces(body: PiecedBody): Promise<Buffer> {
  const stream = createGzip(compression)
  const small = buffer(stream)
  // A piece has to be taken before the next one is asked for.
  for (const piece of body.pieces())
    await Promise.race([small, new Promise<void>((taken) => stream.write(piece, () => taken()))])
  stream.end()
  return small
}

function takesGzip({ headers }: RequestHead): boolean {
  return /\bgzip\b/.test(headers['accept-encoding'] ?? '')
}

async function asYaml(response: ApiResponse, body: Text, write: WriteYaml): Promise<ApiResponse> {
  const headers = { ...response.headers, 'Content-Type': 'application/yaml' }
  return { ...response, headers, body: Buffer.from(await yamlOf(body, write)) }
}

async function yamlOf(body: Text, write: WriteYaml): Promise<string> {
  if (body.length > longestYaml) throw notAsYaml(`it is longer than ${longestYaml / 2 ** 20} MiB`)
  try {
    return await write(textOf(body))
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    throw notAsYaml(error.message)
  }
}

function notAsYaml(why: string): ApiError {
  const message = `the answer cannot be written as YAML, ask for JSON: ${why}`
  return new ApiError({ code: 406, reason: 'NotAcceptable', message })
}

function indented(response: ApiResponse, body: Text): ApiResponse {
  const { value } = parseJson(textOf(body), { ours: true })
  return { ...response, body: Buffer.from(stringifyJson(value, 2)) }
}

const textOf = (body: Text): string => (isPieced(body) ? joined(body) : body).toString()

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
