// An import of one of these reads all that it exports, and reading some of it loads more: a WebSocket client, HTTP/2, web streams.
// That would be a fifth of the time that a short command takes.

export const tls: typeof import('node:tls') = process.getBuiltinModule('node:tls')
export const stream = (): typeof import('node:stream') => process.getBuiltinModule('node:stream')
export const zlib = (): typeof import('node:zlib') => process.getBuiltinModule('node:zlib')
export const net = (): typeof import('node:net') => process.getBuiltinModule('node:net')
export const dns = (): typeof import('node:dns') => process.getBuiltinModule('node:dns')
