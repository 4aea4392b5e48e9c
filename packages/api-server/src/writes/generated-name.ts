const alphabet = 'bcdfghjklmnpqrstvwxz2456789'
const suffixLength = 5
const longestPrefix = 63 - suffixLength

/** A name out of `metadata.generateName`: its beginning and five letters that spell no words. */
export function generateName(prefix: string, randomInt: (limit: number) => number): string {
  let name = prefix.slice(0, longestPrefix)
  for (let index = 0; index < suffixLength; index++) name += alphabet[randomInt(alphabet.length)]
  return name
}
