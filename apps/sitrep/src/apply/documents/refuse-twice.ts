import { groupOf } from '@sitrep/status'
import { CommandError } from '../../command.ts'
import type { ReadDocument } from './document.ts'

/** Refuses two documents about one object: the later one would win without anybody noticing. */
export function refuseTwice(documents: readonly ReadDocument[]): void {
  const seen = new Map<string, ReadDocument>()
  for (const document of documents) {
    const { apiVersion, kind, metadata } = document.object
    const key = JSON.stringify([groupOf(apiVersion), kind, metadata.namespace ?? '', metadata.name])
    const first = seen.get(key)
    if (first !== undefined)
      throw new CommandError(
        2,
        `${kind} ${metadata.name} stands twice: ${first.file}:${first.line} and ${document.file}:${document.line}`,
      )
    seen.set(key, document)
  }
}
