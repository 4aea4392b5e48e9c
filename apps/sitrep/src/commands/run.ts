import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { type Edge, realTiming, type ShardMember } from '@sitrep/controller'
import {
  type AddressGuard,
  addressGuard,
  type Connection,
  discover,
  type OpenedKubeconfig,
} from '@sitrep/controller/connection'
import type { Catalog, Family } from '@sitrep/status'
import { clusterOptions, openCluster } from '../cluster/open-cluster.ts'
import { type Call, type Command, CommandError, type Context, type ExitCode } from '../command.ts'
import { type ConversionWebhook, serveConversion } from '../conversion/conversion-webhook.ts'
import { openReviewer } from '../conversion/conversions.ts'
import { openReplicas, refuseHalfDataPlane } from '../data-plane/open-replicas.ts'
import { loadEdges } from '../families/families.ts'
import { profilesOf } from '../families/profile-of.ts'
import { shardKey } from '../families/share-place.ts'
import { catalogOf, familiesIn, type SpokenFamily, spokenIn } from '../families/spoken.ts'
import { parseDuration } from '../options/duration.ts'
import { jsonOption, namespaceOption } from '../options/general-options.ts'
import { parseOutput, parsePort, parseProfile } from '../options/option-values.ts'
import { comparisonLines } from '../output/comparison-lines.ts'
import { formatJson } from '../output/format-json.ts'
import { compareExitCode, compareOnce } from '../program/compare-once.ts'
import { type Log, openLog } from '../program/log.ts'
import { type PresentWriter, presentWriters } from '../program/present-writers.ts'
import { joined, parseShards, shardOf } from '../program/shard.ts'
import { type Program, startProgram, untilInterrupted } from '../program/start-program.ts'
import { reachOf } from '../source/reach.ts'

export const run: Command = {
  name: 'run',
  summary: 'Run the controllers against a cluster: observe, or write',
  usage: [
    'run [--kubeconfig FILE] [--context NAME] [--write] [OPTIONS]',
    'run --once --compare [-o json] [--timeout DURATION] [OPTIONS]',
  ],
  description: [
    'Without --write nothing is written: Sitrep computes every status beside the controllers that are there now and counts, per kind and',
    'condition and field, where it disagrees with them (GET /api/v1/disagreements). With --write it publishes to the status subresource.',
    'With --once --compare it reads everything once, prints what it compared and what differs, and ends: with 0 where nothing differs,',
    'with 1 where something does, with 3 where that could not be found out.',
  ].join('\n'),
  examples: [
    { does: 'watch a cluster without touching it', line: 'run --context prod' },
    { does: 'say what would change, and end', line: 'run --once --compare -n team-a' },
    {
      does: 'publish what belongs to one family in one namespace',
      line: 'run --write --families cluster-api -n team-a',
    },
    { does: 'publish, two replicas sharing the work', line: 'run --write --shards 2 --metrics-port 9090' },
  ],
  settings: true,
  options: {
    ...clusterOptions,
    write: { type: 'boolean', help: 'Publish what is computed' },
    force: { type: 'boolean', help: 'Publish although another controller writes the same conditions' },
    once: { type: 'boolean', help: 'Read everything once, and end; goes with --compare' },
    compare: { type: 'boolean', help: 'Print how what is reported and what is computed compare' },
    output: jsonOption,
    timeout: {
      type: 'string',
      value: 'DURATION',
      help: 'With --once: how long everything may take to be read and told (default 2m)',
    },
    settle: {
      type: 'string',
      value: 'DURATION',
      help: 'With --once: how long a difference has to last to count (default 30s)',
    },
    families: { type: 'string', value: 'A,B', help: 'Only these families' },
    profile: {
      type: 'string',
      value: 'NAME',
      help: 'proposal or released; found out from the cluster if not given',
    },
    namespace: namespaceOption('Only this namespace'),
    'workload-addresses': {
      type: 'string',
      value: 'A,B',
      help: 'Addresses that kubeconfig Secrets may name although they are loopback, link-local or a cloud’s metadata: subnets such as 169.254.7.0/24, or loopback',
    },
    shards: { type: 'string', value: 'N', help: 'Share the work with N-1 other processes, by Leases' },
    'lease-namespace': {
      type: 'string',
      value: 'NAME',
      help: 'Where the Leases lie (default: the namespace of the context)',
    },
    'metrics-port': {
      type: 'string',
      value: 'PORT',
      help: 'Serve the dashboard, metrics, health and the read-only API (default 9090)',
    },
    'metrics-host': {
      type: 'string',
      value: 'HOST',
      help: 'On this address (default 127.0.0.1; others need the variable SITREP_API_TOKEN)',
    },
    'data-plane-service': {
      type: 'string',
      value: 'NAMESPACE/NAME',
      help: 'With --write: the Service of the replicas that carry the traffic of Gateways (sitrep data-plane)',
    },
    'data-plane': {
      type: 'string',
      value: 'NAME',
      help: 'What these replicas run: built-in (default) or haproxy',
    },
    'gateway-service-type': {
      type: 'string',
      value: 'TYPE',
      help: 'What gives each Gateway its address: LoadBalancer (default), NodePort or ClusterIP',
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
    refuseHalfCompare(call)
    addressesIn(call)
    parseShards(call)
    refuseHalfDataPlane(call)
    const webhook = parseWebhook(call)
    const opened = await openCluster(call, context)
    try {
      if (call.options.once === true) return await compareOn(opened, { call, context })
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

interface Speaking {
  readonly families: readonly Family[]
  readonly spoken: readonly SpokenFamily[]
  readonly catalog: Catalog
  readonly profiles: Readonly<Record<string, string>>
  readonly edges: readonly Edge[]
  readonly only: { readonly namespace?: string }
}

/** What is asked for, in the language of the cluster. */
async function speakingOn(connection: Connection, { call, context }: Run): Promise<Speaking> {
  const families = await familiesIn(call, context)
  const languages = parseProfile(call.options.profile) ?? (await profilesOf(connection, families))
  const replicas = await openReplicas(call, context)
  const spoken = spokenIn(call, families, languages).map((each) => ({ ...each, ...replicas?.abilities }))
  return {
    families,
    spoken,
    catalog: await catalogOf(spoken),
    profiles: Object.fromEntries(spoken.map(({ family, profile }) => [family.name, profile])),
    edges: [...(await loadEdges(context.families, families)), ...(replicas ? [replicas.edge] : [])],
    only: typeof call.options.namespace === 'string' ? { namespace: call.options.namespace } : {},
  }
}

function addressesIn({ options }: Call): AddressGuard {
  const listed = options['workload-addresses']
  try {
    return addressGuard(typeof listed === 'string' ? listed.split(',').map((text) => text.trim()) : [])
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new CommandError(2, `--workload-addresses: ${why}`, { cause })
  }
}

// One without the other would be something else than what was meant.
function refuseHalfCompare({ options }: Call): void {
  const { once, compare, write, output } = options
  if ((once === true) !== (compare === true)) throw new CommandError(2, '--once and --compare go together')
  if (once === true && write === true)
    throw new CommandError(2, '--once --compare writes nothing: leave out --write')
  if (once !== true && output !== undefined) throw new CommandError(2, '-o goes with --once --compare')
}

async function compareOn({ connection }: OpenedKubeconfig, run: Run): Promise<ExitCode> {
  const { call, context } = run
  const form = parseOutput(call, ['json'])
  const [timeoutMs, quietMs] = [
    parseDuration(call, 'timeout', 120_000),
    parseDuration(call, 'settle', 30_000),
  ]
  const { families, catalog, profiles, edges, only } = await speakingOn(connection, run)
  const compared = await compareOnce({
    connection,
    catalog,
    edges,
    profiles,
    ...only,
    addresses: addressesIn(call),
    stale: families.flatMap(({ staleFields = [] }) => staleFields),
    timing: realTiming,
    timeoutMs,
    quietMs,
    interrupted: context.interrupted,
  })
  if (form === 'json') context.document(formatJson({ ...compared.report, missing: compared.missing }))
  else for (const line of comparisonLines(compared)) context.print(line)
  return compareExitCode(compared)
}

async function runOn({ connection, namespace }: OpenedKubeconfig, run: Run): Promise<ExitCode> {
  const { call } = run
  const log = openLog(String(call.options['log-level'] ?? 'info'))
  const speaking = await speakingOn(connection, run)
  if (call.options.write !== true) return work(run, { connection, log, speaking })
  const { families, catalog, only } = speaking
  await meetWriters(connection, { run, catalog, families, only, log })
  const identity = `${hostname()}-${process.pid}`
  const shard = shardOf(call, { connection, namespace, identity, log })
  try {
    return await work(run, { connection, log, speaking, shard })
  } finally {
    // Only now: whoever takes the share over must not write while something of ours is still on its way.
    await shard.stop()
  }
}

interface Workplace {
  readonly connection: Connection
  readonly log: Log
  readonly speaking: Speaking
  /** Where something is written: who else does. */
  readonly shard?: ShardMember
}

async function work(run: Run, { connection, log, speaking, shard }: Workplace): Promise<ExitCode> {
  const { call, context } = run
  const { families, spoken, catalog, profiles, edges, only } = speaking
  const share = await joined(shard, families)
  const token = context.env.SITREP_API_TOKEN
  const mode = shard === undefined ? 'observe' : 'write'
  const program = await startProgram({
    connection,
    catalog,
    families,
    profiles,
    edges,
    mode,
    timing: realTiming,
    log,
    apiPort: parsePort(call, 'metrics-port', 9090),
    // Whoever reads the page is elsewhere, and calls sitrep by its name.
    reach: reachOf(call, {}, families),
    ...(typeof call.options['metrics-host'] === 'string' && { apiHost: call.options['metrics-host'] }),
    ...(token !== undefined && { apiToken: token }),
    ...only,
    addresses: addressesIn(call),
    ...(context.onUncaught && { onUncaught: context.onUncaught }),
    ...(shard && {
      mayWrite: (ref, object) => shard.owns(shardKey(families, ref, object)),
      seat: () => shard.seat,
    }),
    ...(share && { share }),
  })
  const webhook = run.webhook && (await startWebhook(run.webhook, { connection, program, spoken, log }))
  log.info('running', {
    server: connection.server,
    mode,
    profile: profilesSpoken(spoken),
    api: program.api.url,
    dashboard:
      token === undefined
        ? program.api.url
        : `${program.api.url} (asks for the token, or takes it from #token=… behind the address)`,
  })
  await untilInterrupted(context)
  log.info('stopping', {})
  await webhook?.close()
  await program.stop()
  return 0
}

// One word where all speak alike.
function profilesSpoken(spoken: readonly SpokenFamily[]): string {
  const profiles = [...new Set(spoken.map(({ profile }) => profile))]
  return profiles.length === 1
    ? profiles.join()
    : spoken.map(({ family, profile }) => `${family.name}: ${profile}`).join(', ')
}

interface Meeting extends Pick<Speaking, 'catalog' | 'families' | 'only'> {
  readonly run: Run
  readonly log: Log
}

// Two writers of one condition fight: whoever knows that they run says so with --force, and is told once whom that means.
async function meetWriters(
  connection: Connection,
  { run, catalog, families, only, log }: Meeting,
): Promise<void> {
  const { call, context } = run
  const writers = await presentWriters(connection, {
    discovered: await discover(connection),
    catalog,
    families,
    pause: (milliseconds) => delay(milliseconds, undefined, { signal: context.interrupted }),
    now: context.now(),
    ...only,
  })
  if (call.options.force === true)
    for (const { manager, kind, types } of writers)
      log.warn('another controller writes the same conditions', { manager, kind, types })
  else refuseOthers(writers)
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
