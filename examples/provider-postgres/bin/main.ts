// The provider as a program: KUBECONFIG names the cluster's kubeconfig, POSTGRES_URL the server.
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { Background } from '@sitrep/controller'
import { openKubeconfig } from '@sitrep/controller/connection'
import { startPostgresProvider } from '../src/provider.ts'
import { parseServer } from '../src/session.ts'

const { KUBECONFIG: kubeconfig, POSTGRES_URL: address } = process.env
if (kubeconfig === undefined || address === undefined) {
  console.error(
    'Set KUBECONFIG to a kubeconfig and POSTGRES_URL to postgres://role:password@host:port/database',
  )
  process.exit(2)
}
const { connection } = await openKubeconfig({ text: await readFile(kubeconfig, 'utf8') })
const provider = await startPostgresProvider(parseServer(address), {
  connection,
  lease: { namespace: 'default', name: 'provider-postgres', identity: `${hostname()}_${process.pid}` },
  onError: (what, error) =>
    console.error(`${what}: ${error instanceof Error ? error.message : String(error)}`),
})
console.log(`Keeps PostgreSQL as ${connection.server} wants it; Ctrl+C ends it`)
const stop = async (): Promise<void> => {
  await provider.stop()
  connection.close()
}
const background = new Background()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => background.run({ what: 'stopping', about: 'process', name: signal }, stop))
