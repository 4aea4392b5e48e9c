/** Which of the live members takes care of a key: the same answer everywhere, and only a lost member's keys move. */
export function ownerOf(key: string, members: readonly string[]): string | undefined {
  let owner: string | undefined
  let best = -1
  for (const member of members) {
    const weight = hash(`${member}\n${key}`)
    if (weight > best || (weight === best && owner !== undefined && member < owner)) {
      best = weight
      owner = member
    }
  }
  return owner
}

// FNV-1a with a final mix: spread evenly enough over short texts, the same in every process.
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
