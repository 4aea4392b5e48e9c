/** A selector that cannot be read. The message is what the client will see. */
export class SelectorSyntaxError extends Error {
  override readonly name: string = 'SelectorSyntaxError'
}

/** Each object of a list is compared with all of a selector. */
const longestSelector = 256 * 1024

/** Throws for a selector of which nobody could say that it was written for a purpose. */
export function assertSelectorLength(text: string): void {
  if (text.length <= longestSelector) return
  throw new SelectorSyntaxError(`the selector is longer than ${longestSelector} characters`)
}
