/**
 * `npm run conformance`: starts `sitrep up` in a folder of its own and runs the official conformance suite of Gateway API against it.
 * `-- --profile proposal` speaks the other language, `-- --data-plane haproxy` lets HAProxy carry the traffic, `-- --test NAME` runs one test, `-- --report FILE` writes the suite's report,
 * and what follows a second `--` goes to the suite as it is.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { openKubeconfig } from '@sitrep/controller/connection'
import { builtInAbilities } from '@sitrep/data-plane'
import { bundleVersion, ownControllerName } from '@sitrep/gateway-api'
import { gatewayClassKind } from '@sitrep/gateway-api/kinds'
import { findPeer, howToGetPeers } from './peers/find-peer.ts'

const className = 'gateway-conformance'
const root = join(import.meta.dirname, '..')
const split = process.argv.indexOf('--', 2)
const { values } = parseArgs({
  args: process.argv.slice(2, split === -1 ? undefined : split),
  options: {
    profile: { type: 'string', default: 'released' },
    'data-plane': { type: 'string', default: 'built-in' },
    profiles: { type: 'string' },
    features: { type: 'string' },
    test: { type: 'string' },
    report: { type: 'string' },
    log: { type: 'string' },
  },
})

// Of another data plane than our own the core is claimed: what it can do besides depends on its version.
const claimed =
  values['data-plane'] === 'built-in'
    ? {
        features: builtInAbilities.features.join(),
        profiles: 'GATEWAY-HTTP,GATEWAY-TLS,GATEWAY-GRPC,GATEWAY-TCP,GATEWAY-UDP',
      }
    : { features: 'Gateway,ReferenceGrant,HTTPRoute', profiles: 'GATEWAY-HTTP' }

const suite = findPeer('gateway-conformance')
if (suite === undefined) {
  console.log(`conformance: skipped, the suite is not built: ${howToGetPeers}`)
} else {
  process.exitCode = await run(suite)
}

async function run(program: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-conformance-'))
  const up = spawn(
    process.execPath,
    [
      join(root, 'apps/sitrep/bin/sitrep.mjs'),
      'up',
      '--data',
      folder,
      '--scenario',
      'none',
      '--profile',
      values.profile,
      '--data-plane',
      values['data-plane'],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  try {
    await untilUp(up)
    const kubeconfig = join(folder, 'kubeconfig')
    await createClass(kubeconfig)
    return await runSuite(program, kubeconfig)
  } finally {
    up.kill('SIGTERM')
    if (up.exitCode === null) await once(up, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
}

async function untilUp({ stdout, exitCode }: ChildProcess): Promise<void> {
  if (stdout === null || exitCode !== null) throw new Error('sitrep up did not start')
  for await (const line of createInterface({ input: stdout })) if (line.startsWith('Ctrl-C')) return
  throw new Error('sitrep up ended before it was ready')
}

async function createClass(kubeconfig: string): Promise<void> {
  const { connection } = await openKubeconfig({ text: readFileSync(kubeconfig, 'utf8') })
  await connection.request({
    method: 'POST',
    path: `/apis/${gatewayClassKind.group}/v1/gatewayclasses`,
    body: {
      apiVersion: `${gatewayClassKind.group}/v1`,
      kind: gatewayClassKind.kind,
      metadata: { name: className },
      spec: { controllerName: ownControllerName },
    },
  })
  connection.close()
}

async function runSuite(program: string, kubeconfig: string): Promise<number> {
  const features = values.features ?? claimed.features
  const profiles = values.profiles ?? claimed.profiles
  const report = values.report === undefined ? undefined : resolve(values.report)
  if (report !== undefined) mkdirSync(dirname(report), { recursive: true })
  const child = spawn(
    program,
    [
      '-test.run=TestConformance',
      '-test.v',
      '-test.timeout=60m',
      `-gateway-class=${className}`,
      `-supported-features=${features}`,
      `-usable-address=127.0.9.1`,
      `-unusable-address=192.0.2.1`,
      ...(values.test === undefined ? [`-conformance-profiles=${profiles}`] : [`-run-test=${values.test}`]),
      ...(report === undefined ? [] : [`-report-output=${report}`, ...whoWeAre()]),
      ...(split === -1 ? [] : process.argv.slice(split + 1)),
    ],
    { env: { ...process.env, KUBECONFIG: kubeconfig }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const log = values.log === undefined ? undefined : createWriteStream(values.log)
  child.stderr.on('data', (chunk: Buffer) => log?.write(chunk))
  let passed = 0
  const failed: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    log?.write(`${line}\n`)
    const [, outcome, name] = /^ {4}--- (PASS|FAIL|SKIP): TestConformance\/(\S+)/.exec(line) ?? []
    if (name === undefined) continue
    if (outcome === 'PASS') passed++
    if (outcome === 'FAIL') failed.push(name)
    if (outcome !== 'SKIP') console.log(`${outcome} ${name}`)
  }
  const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode]
  console.log(
    `Gateway API ${bundleVersion}, ${values['data-plane']}, ${values.profile}: ${passed} passed, ${failed.length} failed`,
  )
  for (const name of failed) console.log(`  ${name}`)
  return code === 0 ? 0 : 1
}

// The suite wants to know whose report it is, all of it.
function whoWeAre(): readonly string[] {
  return [
    '-organization=sitrep',
    '-project=sitrep',
    '-url=https://sitrep.dev',
    '-version=0.1.0',
    '-contact=https://sitrep.dev',
  ]
}
