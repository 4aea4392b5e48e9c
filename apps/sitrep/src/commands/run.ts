import { hostname } from 'node:os'
import { realTiming, ShardMember } from '@sitrep/controller'
import { type Connection, discover, type OpenedKubeconfig } from '@sitrep/controller/connection'
import { clusterOptions, openCluster } from '../cluster/open-cluster.ts'
import { type Call, type Command, CommandError, type Context, type ExitCode } from '../command.ts'
import { type ConversionWebhook, serveConversion } from '../conversion/conversion-webhook.ts'
import { openReviewer } from '../conversion/conversions.ts'
import { loadEdges } from '../families/families.ts'
import { profilesOf } from '../families/profile-of.ts'
import { catalogOf, familiesIn, type SpokenFamily, shardKey, spokenIn } from '../families/spoken.ts'
import { namespaceOption } from '../options/general-options.ts'
import { parsePort, parsePositive, parseProfile } from '../options/option-values.ts'
import { type Log, openLog } from '../program/log.ts'
import { type PresentWriter, presentWriters } from '../program/present-writers.ts'
import { type Program, startProgram, untilInterrupted } from '../program/start-program.ts'

export const run: Command = {
  name: 'run',
  summary: 'Run the controllers against a cluster: observe, or write',
  usage: ['run [--kubeconfig FILE] [--context NAME] [--write] [OPTIONS]'],
  description: [
    'Without --write nothing is written: Sitrep computes every status beside the controllers that are there now and counts, per kind and',
    'condition, where it disagrees with them (GET /api/v1/disagreements). With --write it publishes to the status subresource.',
  ].join('\n'),
  examples: [
    { does: 'watch a cluster without touching it', line: 'run --context prod' },
    { does: 'publish, two replicas sharing the work', line: 'run --write --shards 2 --metrics-port 9090' },
  ],
  settings: true,
  options: {
    ...clusterOptions,
    write: { type: 'boolean', help: 'Publish what is computed' },
    force: { type: 'boolean', help: 'Publish although another controller writes the same conditions' },
    families: { type: 'string', value: 'A,B', help: 'Only these families' },
    profile: {
      type: 'string',
      value: 'NAME',
      help: 'proposal or released; found out from the cluster if not given',
    },
    namespace: namespaceOption('Only this namespace'),
    shards: { type: 'string', value: 'N', help: 'Share the work with N-1 other processes, by Leases' },
    'lease-namespace': {
      type: 'string',
      value: 'NAME',
      help: 'Where the Leases lie (default: the namespace of the context)',
    },
    'metrics-port': {
      type: 'string',
      value: 'PORT',
      help: 'Serve metrics, health and the read-only API (default 9090)',
    },
    'metrics-host': {
      type: 'string',
      value: 'HOST',
      help: 'On this address (default 127.0.0.1; others need the variable SITREP_API_TOKEN)',
    },
    'webhook-port': {
      type: 'string',
      value: 'PORT',
      help: 'Convert between API versions for the API server: POST /convert on this port',
    },
    'webhook-cert': {
      type: 'string',
      value: 'DIR',
      help: 'With the certificate of this folder (tls.crt and tls.key; read again when they change)',
    },
    'log-level': { type: 'string', value: 'LEVEL', help: 'debug, info, warn or error (default info)' },
  },
  async run(call, context) {
    const webhook = parseWebhook(call)
    const opened = await openCluster(call, context)
    try {
      return await runOn(opened, { call, context, ...(webhook && { webhook }) })
    } finally {
      // Whatever is left open would keep the process from ending.
      opened.connection.close()
    }
  },
}

interface Run {
  readonly call: Call
  readonly context: Context
  readonly webhook?: WebhookSetting
}

async function runOn({ connection, namespace }: OpenedKubeconfig, run: Run): Promise<ExitCode> {
  const { call, context } = run
  const log = openLog(String(call.options['log-level'] ?? 'info'))
  const families = await familiesIn(call, context)
  const languages = parseProfile(call.options.profile) ?? (await profilesOf(connection, families))
  const spoken = spokenIn(call, families, languages)
  const catalog = await catalogOf(spoken)
  const write = call.options.write === true
  const only = typeof call.options.namespace === 'string' ? { namespace: call.options.namespace } : {}
  if (write && call.options.force !== true)
    refuseOthers(
      await presentWriters(connection, { discovered: await discover(connection), catalog, ...only }),
    )
  const timing = realTiming
  const shard = write
    ? shardOf(call, { connection, timing, namespace, identity: `${hostname()}-${process.pid}` })
    : undefined
  const token = context.env.SITREP_API_TOKEN
  const program = await startProgram({
    connection,
    catalog,
    families,
    edges: await loadEdges(context.families, families),
    mode: write ? 'write' : 'observe',
    timing,
    log,
    apiPort: parsePort(call, 'metrics-port', 9090),
    ...(typeof call.options['metrics-host'] === 'string' && { apiHost: call.options['metrics-host'] }),
    ...(token !== undefined && { apiToken: token }),
    ...only,
    ...(shard && { mayWrite: (ref, object) => shard.owns(shardKey(families, ref, object)) }),
  })
  const webhook = run.webhook && (await startWebhook(run.webhook, { connection, program, spoken, log }))
  shard?.start()
  log.info('running', {
    server: connection.server,
    mode: write ? 'write' : 'observe',
    profile: profilesSpoken(spoken),
    api: program.api.url,
  })
  await untilInterrupted(context)
  log.info('stopping', {})
  await webhook?.close()
  await program.stop()
  // Only now: whoever takes the share over must not write while something of ours is still on its way.
  await shard?.stop()
  return 0
}

// One word where all speak alike.
function profilesSpoken(spoken: readonly SpokenFamily[]): string {
  const profiles = [...new Set(spoken.map(({ profile }) => profile))]
  return profiles.length === 1
    ? profiles.join()
    : spoken.map(({ family, profile }) => `${family.name}: ${profile}`).join(', ')
}

function refuseOthers(writers: readonly PresentWriter[]): void {
  const [first] = writers
  if (first === undefined) return
  const types = first.types.slice(0, 3).join(', ')
  throw new CommandError(
    1,
    `${first.manager} writes conditions of ${first.kind} here (${types}${first.types.length > 3 ? ', …' : ''}): stop it first, or run with --force, or observe without --write`,
  )
}

interface WebhookSetting {
  readonly port: number
  readonly certificates: string
}

function parseWebhook(call: Call): WebhookSetting | undefined {
  const { 'webhook-port': port, 'webhook-cert': certificates } = call.options
  if (port === undefined && certificates === undefined) return undefined
  if (port === undefined || typeof certificates !== 'string')
    throw new CommandError(2, '--webhook-port and --webhook-cert go together')
  return { port: parsePort(call, 'webhook-port', 0), certificates }
}

interface WebhookParts {
  readonly connection: Connection
  readonly program: Program
  readonly spoken: readonly SpokenFamily[]
  readonly log: Log
}

async function startWebhook(
  setting: WebhookSetting,
  { connection, program, spoken, log }: WebhookParts,
): Promise<Pick<ConversionWebhook, 'close'>> {
  try {
    const reviewer = await openReviewer(spoken, { connection, timing: realTiming })
    try {
      const webhook = await serveConversion({ ...setting, review: reviewer.review, log })
      return { close: async () => void (await Promise.all([webhook.close(), reviewer.stop()])) }
    } catch (error) {
      await reviewer.stop()
      throw error
    }
  } catch (error) {
    // What already runs would keep the process from ending.
    await program.stop()
    throw error
  }
}

type ShardSetting = Pick<
  ConstructorParameters<typeof ShardMember>[0],
  'connection' | 'timing' | 'namespace' | 'identity'
>

// One seat is leader election: a second process may always stand by.
function shardOf(call: Call, setting: ShardSetting): ShardMember {
  const seats = Math.floor(parsePositive(call, 'shards', 1))
  const namespace = String(call.options['lease-namespace'] ?? setting.namespace)
  return new ShardMember({ ...setting, namespace, group: 'sitrep', seats })
}
