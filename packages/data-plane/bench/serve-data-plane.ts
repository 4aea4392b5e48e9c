// One route on a data plane: `built-in` or `haproxy`, then the port of the backend. Prints the port that it opened.
import { createServer } from 'node:net'
import {
  createBuiltInDataPlane,
  createHaproxyDataPlane,
  createHttpServing,
  usualLimits,
} from '@sitrep/data-plane'
import { backend, entry, listener, prefix, rule, site } from '../src/sites.testing.ts'

const [kind, backendPort] = process.argv.slice(2)
const { now, random } = { now: () => Date.now(), random: () => Math.random() }
const dataPlane =
  kind === 'haproxy'
    ? await createHaproxyDataPlane()
    : createBuiltInDataPlane({ http: createHttpServing({ limits: usualLimits, now, random }), now, random })
const port = await new Promise<number>((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port: free } = Object(server.address())
    server.close(() => resolve(free))
  })
})
const spec = {
  listeners: [listener([entry('web', prefix('/'))])],
  rules: { web: rule(['web']) },
  backends: { web: backend([Number(backendPort)]) },
}
await dataPlane.program([site(spec, { ports: { 80: port } })])
console.log(port)
process.once('SIGTERM', () => void dataPlane.close().then(() => process.exit(0)))
