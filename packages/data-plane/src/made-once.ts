/**
 * What is expensive to make and depends on nothing but a text: made once, kept for as long as every configuration asks for it.
 */
export interface MadeOnce<Value> {
  readonly get: (text: string, make: () => Value) => Value
  /** A new configuration begins: what the one before did not ask for is forgotten. */
  readonly turnOver: () => void
}

/** Keeps what was made for the present configuration and for the one before. */
export function madeOnce<Value>(): MadeOnce<Value> {
  let before = new Map<string, Value>()
  let now = new Map<string, Value>()
  return {
    get(text, make) {
      const value = now.get(text) ?? before.get(text) ?? make()
      now.set(text, value)
      return value
    },
    turnOver() {
      before = now
      now = new Map()
    },
  }
}
