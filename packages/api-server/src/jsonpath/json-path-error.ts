/** The text is no path in the dialect of Kubernetes. */
export class JsonPathError extends Error {
  override readonly name: string = 'JsonPathError'
}
