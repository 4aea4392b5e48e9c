/** A selector that cannot be read. The message is what the client will see. */
export class SelectorSyntaxError extends Error {
  override readonly name: string = 'SelectorSyntaxError'
}
