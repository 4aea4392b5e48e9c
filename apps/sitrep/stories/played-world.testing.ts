import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApiServer } from '@sitrep/api-server'
import { addressGuard, openKubeconfig } from '@sitrep/controller/connection'
import { manualTiming } from '@sitrep/controller/testing'
import { parseScenario, providerCrds, type Scenario, startSimulator } from '@sitrep/simulator'
import type { Profile } from '@sitrep/status'
import { installCrds } from '../src/cluster/install-crds.ts'
import { builtInFamilies, loadEdges } from '../src/families/families.ts'
import { catalogOf, crdsOf } from '../src/families/spoken.ts'
import { openLog } from '../src/program/log.ts'
import { startProgram } from '../src/program/start-program.ts'
import { families, type Ran, runLine } from '../src/testing.ts'

/** Everything that `sitrep up` runs with a scenario, in one process, on a clock that moves only when told. */
export interface PlayedWorld {
  /** Lets so many seconds pass, and everything happen that can. */
  readonly play: (seconds: number) => Promise<void>
  /** A command line against it, with what the controllers see or without. */
  readonly run: (line: string, witness?: 'controller' | 'server') => Promise<Ran>
  readonly apiUrl: string
  readonly close: () => Promise<void>
}

const start = Date.parse('2026-01-01T00:00:00Z')

/** Opens it with a scenario, read already or as its file has it. */
export async function openPlayedWorld(scenario: string | Scenario, profile: Profile): Promise<PlayedWorld> {
  const timing = manualTiming(start)
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-played-'))
  const server = await startApiServer({ now: timing.now, loopbackEndpoints: true })
  const kubeconfig = join(folder, 'kubeconfig')
  writeFileSync(kubeconfig, server.kubeconfig)
  const { connection } = await openKubeconfig({ text: server.kubeconfig })
  const spoken = families.map((family) => ({ family, profile }))
  await installCrds(connection, [...(await crdsOf(spoken)), ...providerCrds()])
  const program = await startProgram({
    addresses: addressGuard(['loopback']),
    connection,
    catalog: await catalogOf(spoken),
    families,
    profiles: Object.fromEntries(families.map(({ name }) => [name, profile])),
    edges: await loadEdges(builtInFamilies, families),
    mode: 'write',
    timing,
    log: openLog('error'),
    apiPort: 0,
  })
  const simulator = await startSimulator({
    connection,
    timing,
    workload: async (cluster) => {
      await server.server.addCluster(cluster)
      const text = server.kubeconfigFor(cluster)
      return { connection: (await openKubeconfig({ text })).connection, kubeconfig: text }
    },
    feedFacts: program.controller.feed,
    scenario: typeof scenario === 'string' ? parseScenario(scenario, 'played.yaml') : scenario,
    onError: () => {},
  })
  return {
    apiUrl: program.api.url,
    play: async (seconds) => {
      for (let passed = 0; passed < seconds; passed += 5) {
        await timing.advance(5_000, 1_000)
        await simulator.settled()
        await program.controller.settled()
      }
    },
    run: (line, witness = 'controller') =>
      runLine([...line.split(' '), ...(witness === 'server' ? [] : ['--api', program.api.url])], {
        env: { KUBECONFIG: kubeconfig },
        now: new Date(timing.now()).toISOString(),
      }),
    close: async () => {
      await simulator.stop()
      await program.stop()
      connection.close()
      await server.close()
      rmSync(folder, { recursive: true })
    },
  }
}
