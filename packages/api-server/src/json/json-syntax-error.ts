/** The text is not JSON (or not YAML). The message is in Go's words, as clients know it from kube-apiserver. */
export class JsonSyntaxError extends Error {
  override readonly name: string = 'JsonSyntaxError'
  /** Where reading stopped, counted in UTF-16 units from 0. */
  readonly position: number
  readonly line: number
  readonly column: number

  constructor(message: string, text: string, position: number) {
    super(message)
    this.position = position
    const before = text.slice(0, position)
    this.line = before.split('\n').length
    this.column = position - before.lastIndexOf('\n')
  }
}
