import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type StartedApiServer, startApiServer } from '@sitrep/api-server'
import { realTiming } from '@sitrep/controller'
import { type Connection, openKubeconfig } from '@sitrep/controller/connection'
import {
  acceleratedTiming,
  demoScenario,
  parseScenario,
  providerCrds,
  type Scenario,
  ScenarioError,
  startSimulator,
} from '@sitrep/simulator'
import { leaveAddress } from '../cluster/controller-api.ts'
import { installCrds } from '../cluster/install-crds.ts'
import { type Call, type Command, CommandError, type Context } from '../command.ts'
import { openOwnConversion } from '../conversion/own-conversion.ts'
import { loadEdges } from '../families/families.ts'
import { catalogOf, crdsOf, familiesIn, spokenIn } from '../families/spoken.ts'
import { dataFolder } from '../options/data-folder.ts'
import { parsePort, parsePositive, parseProfile } from '../options/option-values.ts'
import { openLog } from '../program/log.ts'
import { startProgram, untilInterrupted } from '../program/start-program.ts'

export const up: Command = {
  name: 'up',
  summary: 'Start an API server, the controllers and simulated infrastructure',
  usage: [
    'up [--data DIR] [--port N] [--dashboard-port N] [--scenario FILE|demo|none] [--profile proposal|released] [--speed N]',
  ],
  description:
    'Everything in one process, on this machine only. A second start continues where the first one stopped.',
  examples: [
    { does: 'a small fleet in which things happen', line: 'up --scenario demo' },
    {
      does: 'an empty API server to try things on, ten times as fast as life',
      line: 'up --scenario none --speed 10',
    },
  ],
  settings: true,
  options: {
    data: {
      type: 'string',
      value: 'DIR',
      help: 'Where objects, keys, history and the kubeconfig lie (default ~/.local/share/sitrep)',
    },
    port: { type: 'string', value: 'N', help: 'Port of the API server (default: any free one)' },
    'dashboard-port': {
      type: 'string',
      value: 'N',
      help: 'Port of the overview page and the read-only API (default: any free one)',
    },
    scenario: { type: 'string', value: 'FILE', help: 'A scenario file, demo, or none (default none)' },
    profile: { type: 'string', value: 'NAME', help: 'proposal (default) or released' },
    speed: {
      type: 'string',
      value: 'N',
      help: 'How many times as fast as life the simulated world runs (default 1)',
    },
    'log-level': { type: 'string', value: 'LEVEL', help: 'debug, info, warn or error (default warn)' },
  },
  async run(call, context) {
    const data = dataFolder(call, context)
    mkdirSync(data, { recursive: true, mode: 0o700 })
    const families = await familiesIn(call, context)
    const spoken = spokenIn(call, families, parseProfile(call.options.profile) ?? 'proposal')
    const scenario = openScenario(call.options.scenario, context)
    const timing = acceleratedTiming(realTiming, parsePositive(call, 'speed', 1))
    const log = openLog(String(call.options['log-level'] ?? 'warn'))
    const conversion = await openOwnConversion(spoken)
    const started = await startServer({
      data,
      port: parsePort(call, 'port', 0),
      now: timing.now,
      resolveService: conversion.resolveService,
    })
    const { connection } = await openKubeconfig({ text: started.kubeconfig })
    await conversion.start(connection, realTiming)
    await installCrds(connection, [...(await crdsOf(spoken, conversion.config)), ...providerCrds()])
    const program = await startProgram({
      connection,
      catalog: await catalogOf(spoken),
      families,
      profiles: Object.fromEntries(spoken.map(({ family, profile }) => [family.name, profile])),
      edges: await loadEdges(context.families, families),
      mode: 'write',
      timing,
      log,
      historyFile: join(data, 'history.db'),
      apiPort: parsePort(call, 'dashboard-port', 0),
    })
    const takeAddressAway = leaveAddress(data, { url: program.api.url, server: started.url })
    const simulator = await startSimulator({
      connection,
      timing,
      workload: async (cluster) => {
        await started.server.addCluster(cluster)
        const kubeconfig = started.kubeconfigFor(cluster)
        return { connection: (await openKubeconfig({ text: kubeconfig })).connection, kubeconfig }
      },
      feedFacts: program.controller.feed,
      ...(scenario !== undefined && { scenario }),
      onError: (error, what) => log.warn('the simulator tries again', { what, why: String(error) }),
    })
    announce(context, {
      url: started.url,
      kubeconfig: started.kubeconfigFile ?? '',
      overview: program.api.url,
      look: families.flatMap(({ profileToldBy }) => profileToldBy ?? [])[0] ?? 'all',
    })
    await untilInterrupted(context)
    context.complain('Stopping')
    takeAddressAway()
    await simulator.stop()
    await program.stop()
    await conversion.stop()
    await close(connection, started.close)
    return 0
  },
}

type ServerOptions = NonNullable<Parameters<typeof startApiServer>[0]>

async function startServer(options: ServerOptions): Promise<StartedApiServer> {
  try {
    return await startApiServer(options)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause
    throw new CommandError(
      3,
      `Port ${options.port} is in use: name another with --port, or none for any free one`,
      { cause },
    )
  }
}

interface Addresses {
  readonly url: string
  readonly kubeconfig: string
  readonly overview: string
  /** What kubectl can be asked for first. */
  readonly look: string
}

function announce({ print }: Context, { url, kubeconfig, overview, look }: Addresses): void {
  print(`API server   ${url}`)
  print(`kubeconfig   ${kubeconfig}`)
  print(`overview     ${overview}`)
  print('')
  print(`Try: export KUBECONFIG=${kubeconfig}`)
  print(`     kubectl get ${look} -A`)
  print('     sitrep describe cluster/NAME -n NAMESPACE')
  print('Ctrl-C stops it; the next start continues.')
}

async function close(connection: Connection, server: () => Promise<void>): Promise<void> {
  connection.close()
  await server()
}

/** The scenario that was meant: a file, the one for show, or none. */
function openScenario(named: Call['options'][string], { cwd }: Pick<Context, 'cwd'>): Scenario | undefined {
  if (named === undefined || named === 'none') return undefined
  if (named === 'demo') return demoScenario
  const file = String(named)
  try {
    return parseScenario(readFileSync(resolve(cwd, file), 'utf8'), file)
  } catch (error) {
    if (error instanceof ScenarioError) throw new CommandError(2, error.message, { cause: error })
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw new CommandError(
      2,
      missing ? `There is no scenario file ${file}` : `The scenario ${file} cannot be read: ${String(error)}`,
      { cause: error },
    )
  }
}
