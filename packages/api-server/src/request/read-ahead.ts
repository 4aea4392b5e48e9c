import { JsonSyntaxError } from '../json/json-syntax-error.ts'
import type { Parsed, ParseOptions } from '../json/parsed.ts'
import type { TextThread } from '../json/text-thread.ts'
import type { ApiRequest, ReadText } from './api-request.ts'
import { contentTypeOf } from './body.ts'

/** Shorter text is read by whoever needs it: that takes a few milliseconds at worst. */
export const shortBytes = 4096
/** As much JSON as the slower reader goes through in the same time. */
const shortJsonBytes = 64 * 1024

export interface ReadingAhead extends ParseOptions {
  readonly flow: string
  readonly texts: TextThread
}

/** Reads a long text before the handler does, where that may take a while; the handler finds it in the request. */
export async function readAhead(
  request: ApiRequest,
  { flow, texts, ...options }: ReadingAhead,
): Promise<ApiRequest> {
  const form = textForm(contentTypeOf(request))
  if (form === undefined || request.body.length <= (form === 'yaml' ? shortBytes : shortJsonBytes))
    return request
  const text = request.body.toString()
  const reading = (): Parsed | Promise<Parsed> =>
    form === 'yaml' ? texts.readYaml(flow, text) : texts.readJson(flow, text, options)
  return { ...request, read: await settled(reading) }
}

async function settled(reading: () => Parsed | Promise<Parsed>): Promise<ReadText> {
  try {
    return { parsed: await reading() }
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    return { broken: error }
  }
}

function textForm(type: string): 'json' | 'yaml' | undefined {
  if (type.endsWith('yaml')) return 'yaml'
  return type === '' || type.endsWith('json') ? 'json' : undefined
}
