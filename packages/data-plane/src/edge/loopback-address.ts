/** Who wants an address, and which can be had. */
export interface AddressWish {
  readonly name: string
  /** Where it was before. */
  readonly before: readonly string[]
  readonly isFree: (address: string) => Promise<boolean>
}

// How many addresses are tried before one is taken as it is: then its sockets tell what is wrong.
const most = 32

/** An address in 127.128.0.0/10 that follows from the name, the next one where that is taken, or the one from before. */
export async function loopbackAddress({ name, before, isFree }: AddressWish): Promise<string> {
  for (const address of before) if (isOurs(address) && (await isFree(address))) return address
  const start = hashOf(name)
  for (let offset = 0; offset < most; offset++) {
    const address = addressAt(start + offset)
    if (await isFree(address)) return address
  }
  return addressAt(start)
}

const isOurs = (address: string): boolean => /^127\.(12[89]|1[3-8]\d|19[01])\./.test(address)

// Neither the first nor the last address of 256: people take those for something else.
function addressAt(number: number): string {
  const place = number % (64 * 256 * 254)
  const last = place % 254
  const rest = Math.floor(place / 254)
  return `127.${128 + Math.floor(rest / 256)}.${rest % 256}.${last + 1}`
}

/** FNV-1a: short, and spreads names well enough. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}
