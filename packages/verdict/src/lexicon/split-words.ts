// Longer texts are prose; what they mean stands at their beginning.
const longest = 400

/** The words of a name or a short text, in lower case: `NotReady`, `not-ready` and `NOT_READY` have the same ones. */
export function splitWords(text: string): readonly string[] {
  const found = text.slice(0, longest).match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g)
  return found === null ? [] : found.map((word) => word.toLowerCase())
}
