import { ControllerError } from '../../errors.ts'

export interface RequestHead {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** The bytes that a request begins with, one for each character. Throws at what would be read as something else than was meant. */
export function requestHead({ method, path, headers }: RequestHead): string {
  if (!/^[!-~]+$/.test(path)) throw new TypeError(`${JSON.stringify(path)} is no path`)
  let head = `${method} ${path} HTTP/1.1\r\n`
  for (const name in headers) {
    const value = headers[name] ?? ''
    checkHeader(name, value)
    head += `${name}: ${value}\r\n`
  }
  return `${head}\r\n`
}

/** Credentials come from files and Secrets: whoever writes a line break into one could write the rest of the request too. */
export function checkHeader(name: string, value: string): void {
  if (/^[!#$%&'*+.^_`|~\w-]+$/.test(name) && /^[\t -~\x80-\xff]*$/.test(value)) return
  const message = `The kubeconfig cannot be used: ${JSON.stringify(name)} has characters that no header may have`
  throw new ControllerError('kubeconfig-unusable', message, { retry: 'never' })
}
