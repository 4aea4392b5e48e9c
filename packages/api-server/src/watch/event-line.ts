import type { Json } from '../json/json.ts'
import { stringifyJson } from '../json/stringify-json.ts'

export type WatchEventType = 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'

const heads: Readonly<Record<WatchEventType, Buffer>> = {
  ADDED: Buffer.from('{"type":"ADDED","object":'),
  MODIFIED: Buffer.from('{"type":"MODIFIED","object":'),
  DELETED: Buffer.from('{"type":"DELETED","object":'),
  BOOKMARK: Buffer.from('{"type":"BOOKMARK","object":'),
  ERROR: Buffer.from('{"type":"ERROR","object":'),
}
const tail = Buffer.from('}\n')

/** The pieces of one line of a watch, around the bytes of an object. */
export function linePieces(type: WatchEventType, object: Buffer): readonly Buffer[] {
  return [heads[type], object, tail]
}

export function eventLine(type: WatchEventType, object: Json): Buffer {
  return Buffer.concat(linePieces(type, Buffer.from(stringifyJson(object))))
}
