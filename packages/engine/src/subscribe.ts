import { type Keeper, type Read, Reader } from './graph.ts'

/** Moves a status from what it read before to what it reads now; mostly that is the same, or nearly. */
export function subscribe(keeper: Keeper, reads: readonly Read[]): void {
  const before = keeper.reads
  if (before.length === 0) {
    for (let at = 0; at < reads.length; at++) addTo(reads[at] as Read, keeper)
    keeper.reads = reads.slice()
    return
  }
  const shorter = Math.min(before.length, reads.length)
  let first = 0
  while (first < shorter && before[first] === reads[first]) first++
  if (first === before.length && first === reads.length) return
  let last = 0
  while (last < shorter - first && before[before.length - 1 - last] === reads[reads.length - 1 - last]) last++
  const gone = new Set(before.slice(first, before.length - last).flat())
  for (const reader of reads.slice(first, reads.length - last).flat()) {
    reader.add(keeper)
    gone.delete(reader)
  }
  keeper.reads = reads.slice()
  // What was read together may have been read by itself too.
  if (gone.size > 0) for (const reader of reads.flat()) gone.delete(reader)
  for (const reader of gone) reader.remove(keeper)
}

function addTo(read: Read, keeper: Keeper): void {
  if (read instanceof Reader) read.add(keeper)
  else for (const reader of read) reader.add(keeper)
}
