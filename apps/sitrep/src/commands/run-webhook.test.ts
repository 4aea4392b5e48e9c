import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type StartedApiServer, startApiServer } from '@sitrep/api-server'
import { crds } from '@sitrep/cluster-api'
import { type Connection, ControllerError, openKubeconfig } from '@sitrep/controller/connection'
import { providerCrds } from '@sitrep/simulator'
import type { KubeObject } from '@sitrep/status'
import { freePorts } from '../../../../tools/peers/child.ts'
import { installCrds } from '../cluster/install-crds.ts'
import type { Context, ExitCode } from '../command.ts'
import { type CertificateFolder, certificateFolder } from '../conversion/certificate.testing.ts'
import { builtInFamilies } from '../families/families.ts'
import { runCommand } from '../main.ts'

const machines = (version: string): string => `/apis/cluster.x-k8s.io/${version}/namespaces/default/machines`

describe('sitrep run --webhook-port', () => {
  const stop = new AbortController()
  let certificates: CertificateFolder
  let server: StartedApiServer
  let connection: Connection
  let running: Promise<ExitCode>

  before(async () => {
    certificates = certificateFolder(Date.now())
    server = await startApiServer()
    connection = (await openKubeconfig({ text: server.kubeconfig })).connection
    const [port = 0] = await freePorts(1)
    const caBundle = Buffer.from(certificates.authority()).toString('base64')
    const conversion = { url: `https://127.0.0.1:${port}/convert`, caBundle }
    await installCrds(connection, [...crds({ profile: 'released', conversion }), ...providerCrds()])
    const kubeconfig = join(certificates.path, 'kubeconfig')
    writeFileSync(kubeconfig, server.kubeconfig, { mode: 0o600 })
    const line = ['run', '--kubeconfig', kubeconfig, '--metrics-port', '0', '--log-level', 'error']
    const context: Context = {
      print: () => {},
      complain: (text) => assert.fail(text),
      document: () => {},
      paint: () => {},
      readInput: async () => '',
      width: undefined,
      height: undefined,
      colour: false,
      env: {},
      cwd: certificates.path,
      now: Date.now,
      interrupted: stop.signal,
      families: builtInFamilies,
    }
    running = runCommand(
      [...line, '--webhook-port', String(port), '--webhook-cert', certificates.path],
      context,
    )
  })
  after(async () => {
    stop.abort()
    assert.equal(await running, 0)
    connection.close()
    await server.close()
    certificates.remove()
  })

  it('shows the older version, with references in the version that the provider’s definition names', async () => {
    const body = {
      apiVersion: 'cluster.x-k8s.io/v1beta2',
      kind: 'Machine',
      metadata: { name: 'a', namespace: 'default' },
      spec: {
        clusterName: 'one',
        bootstrap: { dataSecretName: 'one' },
        infrastructureRef: {
          apiGroup: 'infrastructure.cluster.x-k8s.io',
          kind: 'SimulatedMachine',
          name: 'a',
        },
      },
    }
    await connection.request({ method: 'POST', path: machines('v1beta2'), body })
    const { spec } = await onceConverted(`${machines('v1beta1')}/a`)
    assert.deepEqual((spec as { infrastructureRef: object }).infrastructureRef, {
      apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta2',
      kind: 'SimulatedMachine',
      name: 'a',
      namespace: 'default',
    })
  })

  // Until sitrep listens and has read the definitions, an API server gets no answer that it could use.
  async function onceConverted(path: string): Promise<KubeObject> {
    const deadline = performance.now() + 60_000
    for (;;) {
      try {
        return await connection.request<KubeObject>({ path })
      } catch (error) {
        if (!(error instanceof ControllerError) || performance.now() > deadline) throw error
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
  }
})
