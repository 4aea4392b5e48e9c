import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import {
  type Connection,
  ControllerError,
  connectTo,
  inClusterAccess,
  type KubeconfigChoice,
  type OpenedKubeconfig,
  openKubeconfig,
  readKubeconfig,
} from '@sitrep/controller/connection'
import { type Call, CommandError, type Context, type OptionDescription } from '../command.ts'
import { requestTimeout } from '../options/duration.ts'

/** The options by which a command is told which cluster is meant: as kubectl has them. */
export const clusterOptions: Readonly<Record<string, OptionDescription>> = {
  kubeconfig: {
    type: 'string',
    value: 'FILE',
    help: 'The kubeconfig to use (else the variable KUBECONFIG, else ~/.kube/config, else the Pod’s own account)',
  },
  context: { type: 'string', value: 'NAME', help: 'The context of the kubeconfig to use' },
  'request-timeout': {
    type: 'string',
    value: 'TIME',
    help: 'How long the server may take to answer a request, such as 10s (default 30s; 0: as long as it takes)',
  },
}

/** Opens the cluster that was meant, by the rules of kubectl. */
export async function openCluster(call: Call, { env }: Pick<Context, 'env'>): Promise<OpenedKubeconfig> {
  const context = call.options.context
  const timeoutMs = requestTimeout(call)
  const file = kubeconfigFile(call, env)
  if (file !== undefined) {
    const choice: KubeconfigChoice = {
      ...readKubeconfig(file),
      ...(typeof context === 'string' && { context }),
    }
    const opened = await openKubeconfig(choice)
    return { ...opened, connection: answering(namingUser(opened), timeoutMs) }
  }
  const access = inClusterAccess(env)
  if (access === undefined) {
    throw new CommandError(
      3,
      'No cluster is configured: give --kubeconfig, set KUBECONFIG, or start one with sitrep up',
    )
  }
  return {
    connection: answering(connectTo(access.access), timeoutMs),
    access: access.access,
    namespace: access.namespace,
    context: 'in-cluster',
  }
}

// A server that takes a request and says nothing would be waited for in silence.
function answering(connection: Connection, timeoutMs: number): Connection {
  const request: Connection['request'] = async (asked) => {
    try {
      return await connection.request({ timeoutMs, ...asked })
    } catch (error) {
      if (asked.timeoutMs !== undefined || !isLate(error)) throw error
      const { code, retry } = error
      const said = `${connection.server} has not answered within ${timeoutMs / 1000}s (--request-timeout)`
      throw new ControllerError(code, said, { retry, cause: error })
    }
  }
  return { ...connection, request, stream: (asked) => connection.stream({ timeoutMs, ...asked }) }
}

const isLate = (error: unknown): error is ControllerError =>
  error instanceof ControllerError &&
  error.code === 'not-reachable' &&
  (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT'

// Whoever is refused has to know as whom: kubeconfigs hold several users, and tokens end.
function namingUser({ connection, context, user }: OpenedKubeconfig): Connection {
  const request: Connection['request'] = async (asked) => {
    try {
      return await connection.request(asked)
    } catch (error) {
      if (!(error instanceof ControllerError) || error.httpStatus !== 401) throw error
      const who = user === undefined ? 'the credentials' : `the credentials of user ${user}`
      const { code, retry, httpStatus } = error
      const said = `${connection.server} does not accept ${who} (context ${context}): they are wrong or have ended`
      throw new ControllerError(code, said, { retry, httpStatus, cause: error })
    }
  }
  return { ...connection, request }
}

/** The kubeconfig that is meant; absent: there is none. */
export function kubeconfigFile(call: Call, env: Context['env']): string | undefined {
  const named = call.options.kubeconfig
  if (typeof named === 'string') return named
  const listed = (env.KUBECONFIG ?? '').split(delimiter).filter((path) => path !== '')
  if (listed.length > 0) return listed.find((path) => existsSync(path)) ?? listed[0]
  const usual = join(env.HOME ?? homedir(), '.kube', 'config')
  return existsSync(usual) ? usual : undefined
}
