// Started by the bench as a process of its own: serves from a folder and says when it is ready.
import { performance } from 'node:perf_hooks'

const [, , entry = '', data = ''] = process.argv
const { startApiServer } = (await import(entry)) as typeof import('../src/index.ts')
const started = await startApiServer({ data })
const { url, token, authority } = started
console.log(JSON.stringify({ url, token, authority, readyMs: performance.now() }))
process.once('SIGTERM', () => void started.close().then(() => process.exit(0)))
