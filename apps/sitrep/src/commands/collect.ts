import { resolve } from 'node:path'
import { discover } from '@sitrep/controller/connection'
import { controllerApiOptions, findControllerApi } from '../cluster/controller-api.ts'
import { interruptible } from '../cluster/interruptible.ts'
import { clusterOptions, openCluster } from '../cluster/open-cluster.ts'
import { lookBeyond } from '../collect/beyond.ts'
import { type BundleIndex, bundleDocument, type Lacking, notCollected } from '../collect/bundle.ts'
import { type BundleFile, openBundleFile } from '../collect/bundle-file.ts'
import { Collector } from '../collect/collect-objects.ts'
import { collectedKinds } from '../collect/collected-kinds.ts'
import { type Call, type Command, CommandError, type Context } from '../command.ts'
import { loadEdges, loadFamilies } from '../families/families.ts'
import { profilesOf } from '../families/profile-of.ts'
import { catalogOf, spokenIn } from '../families/spoken.ts'
import { parseDuration } from '../options/duration.ts'
import { parsePositive } from '../options/option-values.ts'
import { sizeWords } from '../source/file-limits.ts'

const mebibyte = 1_048_576
// What commands read with -f has room for it.
const usualMost = 200

export const collect: Command = {
  name: 'collect',
  summary: 'Make a bundle of a cluster that every command reads with -f',
  usage: [
    'collect [-o FILE] [-n NAMESPACE …] [--max-size MIB] [--timeout DURATION] [--reach-timeout DURATION]',
  ],
  description: [
    'Reads all kinds that a cluster has, what can be read of its workload clusters, and what was seen outside the API, and writes one archive.',
    'sitrep -f bundle.tar.gz then answers as the cluster would have, at the time at which it was collected.',
    'Values of Secrets are never written, only their keys; neither are private keys, kubeconfigs, tokens and passwords that stand elsewhere, as far as their looks or names tell them.',
    'What could not be read, or had no room, is named with the reason, here and in the bundle, and counts as unknown. The file is there once it is whole, and only its owner may read it.',
  ].join('\n'),
  examples: [
    { does: 'everything, into bundle.tar.gz', line: 'collect' },
    { does: 'two namespaces, and all that lives in none', line: 'collect -n fleet -n edge -o fleet.tar.gz' },
    {
      does: 'a small one, without what lies in workload clusters',
      line: 'collect --max-size 20 --reach-timeout 0',
    },
  ],
  settings: true,
  options: {
    ...clusterOptions,
    ...controllerApiOptions,
    output: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      help: 'Where to write it (default bundle.tar.gz, here)',
    },
    namespace: {
      type: 'string',
      short: 'n',
      multiple: true,
      value: 'NAME',
      help: 'Only in this namespace; may be given several times (default: in all)',
    },
    'max-size': {
      type: 'string',
      value: 'MIB',
      help: `How large the objects may be together, before they are packed (default ${usualMost})`,
    },
    timeout: { type: 'string', value: 'DURATION', help: 'How long reading may take (default 5m)' },
    'reach-timeout': {
      type: 'string',
      value: 'DURATION',
      help: 'How long workload clusters may take to be reached and read (default 30s; 0: they are left out)',
    },
  },
  async run(call, context) {
    if (call.words.length > 0)
      throw new CommandError(2, 'A bundle is of a whole cluster: name no kinds, but perhaps -n NAMESPACE')
    const named = String(call.options.output ?? 'bundle.tar.gz')
    const limits = limitsIn(call)
    const { connection } = await openCluster(call, context)
    try {
      const asked = interruptible(connection, context)
      const source = await openSource(call, context, asked)
      const file = await openBundleFile(resolve(context.cwd, named), named)
      try {
        const collector = await fill(file, { ...source, ...limits, context, connection: asked })
        context.progress?.('')
        tell(collector, named, context)
        return 0
      } finally {
        file.discard()
        source.closeApi()
      }
    } finally {
      context.progress?.('')
      connection.close()
    }
  },
}

interface Limits {
  readonly mostBytes: number
  readonly timeoutMs: number
  readonly reachMs: number
}

const limitsIn = (call: Call): Limits => ({
  mostBytes: parsePositive(call, 'max-size', usualMost) * mebibyte,
  timeoutMs: parseDuration(call, 'timeout', 300_000),
  reachMs: parseDuration(call, 'reach-timeout', 30_000),
})

type Asked = ReturnType<typeof interruptible>

/** What is known before the first object is read. */
async function openSource(call: Call, context: Context, connection: Asked) {
  const families = await loadFamilies(context.families)
  const languages = await profilesOf(connection, families)
  const spoken = spokenIn(call, families, languages)
  const catalog = await catalogOf(spoken)
  const discovered = await discover(connection)
  const api = await findControllerApi(call, context, connection)
  return {
    catalog,
    kinds: collectedKinds(discovered, { catalog, families }),
    edges: await loadEdges(context.families, families),
    facts: async () => api?.facts(),
    closeApi: () => api?.close(),
    profiles: Object.fromEntries(spoken.map(({ family, profile }) => [family.name, profile])),
    namespaces: call.options.namespace as readonly string[] | undefined,
  }
}

interface Filling extends Limits, Awaited<ReturnType<typeof openSource>> {
  readonly context: Context
  readonly connection: Asked
}

async function fill(file: BundleFile, filling: Filling): Promise<Collector> {
  const { context, connection, catalog, kinds, namespaces, timeoutMs, profiles } = filling
  const deadline = performance.now() + timeoutMs
  const collector = new Collector({
    connection,
    catalog,
    namespaces,
    mostBytes: filling.mostBytes,
    inTime: () => performance.now() < deadline,
    add: file.add,
    onProgress: context.progress ?? (() => {}),
  })
  collector.lacking.push(...kinds.passed)
  await collectBeyond(collector, filling)
  const began = context.now()
  for (const resource of kinds.read) await collector.collect(resource)
  const index: BundleIndex = {
    collectedAt: new Date(began).toISOString(),
    profiles,
    ...(namespaces && { namespaces }),
    unread: collector.lacking,
  }
  await file.add('sitrep-bundle/bundle.json', `${JSON.stringify(bundleDocument(index), undefined, 2)}\n`)
  await file.finish()
  return collector
}

async function collectBeyond(collector: Collector, filling: Filling): Promise<void> {
  const { context, connection, catalog, edges, facts, namespaces, reachMs } = filling
  const [namespace, other] = namespaces ?? []
  const beyond = await lookBeyond({
    connection,
    catalog,
    edges: reachMs === 0 ? [] : edges,
    // Of several, those of others are passed over below.
    namespace: other === undefined ? namespace : undefined,
    facts,
    withinMs: reachMs,
    interrupted: context.interrupted,
    onProgress: context.progress ?? (() => {}),
  })
  if (context.interrupted.aborted) throw new CommandError(3, 'Interrupted')
  const within = (place: string | undefined): boolean =>
    namespaces === undefined || namespaces.includes(place ?? '')
  await collector.put(
    'facts',
    beyond.facts.filter(({ metadata }) => within(metadata.namespace)),
  )
  const objects = beyond.objects.filter(({ metadata }) =>
    within(metadata.annotations?.['sitrep.dev/cluster']?.split('/')[0]),
  )
  const left = await collector.put('workload-clusters', objects)
  if (left > 0)
    for (const cluster of new Set(
      objects.slice(-left).map(({ metadata }) => metadata.annotations?.['sitrep.dev/cluster']),
    ))
      collector.lacking.push({ cluster: cluster ?? '', why: 'the bundle is full' })
  collector.lacking.push(...beyond.lacking.filter(({ cluster }) => within(cluster?.split('/')[0])))
}

function tell({ lacking, objects, bytes }: Collector, named: string, { print, complain }: Context): void {
  for (const { cluster, kind, why, objects: left } of missed(lacking)) {
    const what =
      kind === undefined ? `workload cluster ${cluster}` : `${kind}${cluster ? ` in ${cluster}` : ''}`
    complain(`${left === undefined ? what : `${left} or more of ${what}`}: not in the bundle: ${why}`)
  }
  print(`${objects} objects (${sizeWords(bytes)}) are in ${named}`)
}

const missed = (lacking: readonly Lacking[]): readonly Lacking[] =>
  lacking.filter(({ why }) => why !== notCollected)
