import { join } from 'node:path'
import { startApiServer } from '@sitrep/api-server'
import { realTiming } from '@sitrep/controller'
import { addressGuard, openKubeconfig } from '@sitrep/controller/connection'
import type { Reach } from '@sitrep/present'
import { faster, namedScenarios, providerCrds, type Simulator, startSimulator } from '@sitrep/simulator'
import { leaveAddress } from '../cluster/controller-api.ts'
import { installCrds } from '../cluster/install-crds.ts'
import type { Command, Context } from '../command.ts'
import { openOwnConversion } from '../conversion/own-conversion.ts'
import { loadEdges } from '../families/families.ts'
import { catalogOf, crdsOf, familiesIn, spokenIn } from '../families/spoken.ts'
import { dataFolder, makeDataFolder } from '../options/data-folder.ts'
import { parsePositive, parseProfile } from '../options/option-values.ts'
import { openLog } from '../program/log.ts'
import { startProgram, untilInterrupted } from '../program/start-program.ts'
import { withWayOut } from '../store/wholeness.ts'
import { announce } from '../up/announce.ts'
import { groundWords, openDataPlane } from '../up/open-data-plane.ts'
import { openScenario } from '../up/open-scenario.ts'
import { choosePorts, rememberPorts } from '../up/ports.ts'
import { closeToOthers } from '../up/private-folder.ts'

export const up: Command = {
  name: 'up',
  summary: 'Start an API server, the controllers and simulated infrastructure',
  usage: [
    'up [--data DIR] [--port N] [--dashboard-port N] [--scenario NAME|FILE] [--profile proposal|released] [--speed N] [--data-plane built-in|haproxy|simulated] [--loopback own|shared]',
  ],
  description: [
    'Everything in one process, on this machine only. A second start continues where the first one stopped, on the same ports.',
    'Scenarios that come along:',
    ...namedScenarios.map(({ name, about }) => `  ${name}: ${about}`),
    '  none: nothing happens by itself; what is applied is moved through its life (examples/sample-cluster has one)',
  ].join('\n'),
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
    port: {
      type: 'string',
      value: 'N',
      help: 'Port of the API server (default: that of the last time, else any free one)',
    },
    'dashboard-port': {
      type: 'string',
      value: 'N',
      help: 'Port of the dashboard and the read-only API (default: likewise)',
    },
    scenario: { type: 'string', value: 'NAME', help: 'A scenario by name, or a file (default none)' },
    profile: { type: 'string', value: 'NAME', help: 'proposal (default) or released' },
    speed: {
      type: 'string',
      value: 'N',
      help: 'How many times as fast as life simulated things go (default 1); the clock stays the real one',
    },
    'data-plane': {
      type: 'string',
      value: 'NAME',
      help: 'What carries the traffic of Gateways: built-in (default) and haproxy open sockets on loopback, simulated only says so',
    },
    loopback: {
      type: 'string',
      value: 'NAME',
      help: 'own (default where this machine has them): a loopback address for each Gateway and Pod; shared: 127.0.0.1 for all of them, on other ports',
    },
    'log-level': { type: 'string', value: 'LEVEL', help: 'debug, info, warn or error (default warn)' },
  },
  async run(call, context) {
    const data = dataFolder(call, context)
    makeDataFolder(data)
    sayClosed(closeToOthers(data), context)
    const families = await familiesIn(call, context)
    const profile = parseProfile(call.options.profile) ?? 'proposal'
    const timing = realTiming
    const log = openLog(String(call.options['log-level'] ?? 'warn'))
    const dataPlane = await openDataPlane(call, { timing, log })
    const { abilities } = dataPlane
    const spoken = spokenIn(call, families, profile).map((each) => ({
      ...each,
      ...(abilities && { abilities }),
    }))
    const scenario = openScenario(call.options.scenario, context)
    const speed = parsePositive(call, 'speed', 1)
    const ports = await choosePorts(data, call)
    let simulator: Simulator | undefined
    const opened = new AsyncDisposableStack()
    try {
      const conversion = await openOwnConversion(spoken)
      const started = await startApiServer({
        data,
        port: ports.port,
        now: timing.now,
        resolveService: conversion.resolveService,
        // Pods answer on this machine, and the simulator that runs them knows what they wrote.
        loopbackEndpoints: true,
        podLogs: (pod, asked) => (pod.cluster === '' ? simulator?.podLog(pod, asked) : undefined),
        report: (error, where) => log.error('API server', { where, error: String(error) }),
      }).catch((error: unknown) => {
        throw withWayOut(error, data, context)
      })
      opened.defer(started.close)
      const { connection } = await openKubeconfig({ text: started.kubeconfig })
      opened.defer(connection.close)
      await conversion.start(connection, timing)
      opened.defer(conversion.stop)
      await installCrds(connection, [...(await crdsOf(spoken, conversion.config)), ...providerCrds()])
      const program = await startProgram({
        connection,
        catalog: await catalogOf(spoken),
        families,
        profiles: Object.fromEntries(spoken.map((each) => [each.family.name, each.profile])),
        edges: [
          ...(await loadEdges(context.families, families)),
          ...(dataPlane.edge ? [dataPlane.edge] : []),
        ],
        // Its workload clusters are served on this very machine.
        addresses: addressGuard(['loopback']),
        mode: 'write',
        timing,
        log,
        historyFile: join(data, 'history.db'),
        onHistorySetAside: (file, why) =>
          context.complain(
            `The history was damaged (${why}): it lies in ${file} now, and a new one is begun`,
          ),
        apiPort: ports['dashboard-port'],
        reach: kubeconfigReach(started.kubeconfigFile),
        ...(context.onUncaught && { onUncaught: context.onUncaught }),
      })
      opened.defer(program.stop)
      simulator = await startSimulator({
        connection,
        timing,
        workload: async (cluster) => {
          await started.server.addCluster(cluster)
          const kubeconfig = started.kubeconfigFor(cluster)
          return { connection: (await openKubeconfig({ text: kubeconfig })).connection, kubeconfig }
        },
        feedFacts: program.controller.feed,
        families: dataPlane.simulated,
        podAddresses: dataPlane.ground.ownAddresses ? 'own' : 'shared',
        scenario: faster(scenario.scenario, speed),
        onError: (error, what) => log.warn('the simulator tries again', { what, why: String(error) }),
      })
      opened.defer(simulator.stop)
      opened.defer(leaveAddress(data, { url: program.api.url, server: started.url }))
      rememberPorts(data, { server: started.url, dashboard: program.api.url })
      if (ports.unreadable !== undefined)
        context.complain(`${ports.unreadable} could not be read: other ports were taken and written there`)
      for (const port of ports.givenUp)
        context.complain(`Port ${port}, the one of the last time, is in use: another was taken`)
      announce(context, {
        url: started.url,
        kubeconfig: started.kubeconfigFile ?? '',
        dashboard: program.api.url,
        kinds: families.flatMap(({ profileToldBy }) => profileToldBy ?? [])[0] ?? 'all',
        profile,
        speed,
        scenario,
        ground: groundWords(dataPlane),
      })
      await untilInterrupted(context)
      context.complain('Stopping')
      return 0
    } finally {
      // Also where only half of it came up: what is left open would keep the process from ending.
      await opened.disposeAsync()
    }
  },
}

// Whoever copies a command may not have exported anything yet.
function kubeconfigReach(file: string | undefined): Reach {
  const words = file === undefined ? [] : ['--kubeconfig', file]
  return { kubectl: words, sitrep: words }
}

function sayClosed(closed: readonly string[], { complain }: Pick<Context, 'complain'>): void {
  if (closed.length > 0) complain(`Others on this machine could read ${closed.join(', ')}: now only you can`)
}
