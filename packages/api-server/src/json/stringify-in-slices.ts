import type { Slices } from '../schema/slices.ts'
import type { Json } from './json.ts'
import { isJsonObject } from './own.ts'
import { stringifyJson } from './stringify-json.ts'

/** So much text is written before others have their turn. */
const sliceLength = 256 * 1024

/** The JSON of a large document. Members of its first levels are written one by one, with stops in between. */
export function* stringifyInSlices(value: Json, levels: number): Slices<Buffer> {
  const written: Buffer[] = []
  let texts: string[] = []
  let length = 0
  for (const text of textsOf(value, levels)) {
    texts.push(text)
    length += text.length
    if (length < sliceLength) continue
    written.push(Buffer.from(texts.join('')))
    texts = []
    length = 0
    yield
  }
  return Buffer.concat([...written, Buffer.from(texts.join(''))])
}

function* textsOf(value: Json, levels: number): Iterable<string> {
  if (levels === 0 || !isJsonObject(value)) {
    yield stringifyJson(value)
    return
  }
  let before = '{'
  for (const [name, member] of Object.entries(value)) {
    yield `${before}${stringifyJson(name)}:`
    yield* textsOf(member, levels - 1)
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}
