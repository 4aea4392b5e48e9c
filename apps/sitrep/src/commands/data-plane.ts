import { realTiming } from '@sitrep/controller'
import { clusterOptions, openCluster } from '../cluster/open-cluster.ts'
import type { Command } from '../command.ts'
import { startReplica } from '../data-plane/start-replica.ts'
import { parseDuration } from '../options/duration.ts'
import { untilInterrupted } from '../program/start-program.ts'

export const dataPlane: Command = {
  name: 'data-plane',
  summary: 'Carry the traffic of Gateways, as one of several replicas',
  usage: ['data-plane [--kubeconfig FILE] [--data-plane built-in|haproxy] [--address A,B] [OPTIONS]'],
  description: [
    'Reads Gateways, routes and what they refer to, derives from them what is to be done, and does it. It writes nothing: what it has in',
    'force it tells to whoever asks (GET /reports), and sitrep run --write --data-plane-service makes statuses of it. Which port is opened',
    'for which port of a Gateway stands in the Service of that Gateway, so that all replicas open the same.',
  ].join('\n'),
  examples: [
    {
      does: 'one replica on this machine, for Gateways whose Services are in gateways',
      line: 'data-plane --service-namespace gateways --address 127.0.0.1',
    },
    { does: 'with a line for every request', line: 'data-plane --access-log' },
  ],
  settings: true,
  options: {
    ...clusterOptions,
    'data-plane': {
      type: 'string',
      value: 'NAME',
      help: 'What carries the traffic: built-in (default) or haproxy',
    },
    'service-namespace': {
      type: 'string',
      value: 'NAME',
      help: 'Where the Services of Gateways are (default: the namespace of the context)',
    },
    address: {
      type: 'string',
      value: 'A,B',
      help: 'The addresses of this machine on which ports are opened (default 0.0.0.0)',
    },
    'metrics-port': {
      type: 'string',
      value: 'PORT',
      help: 'Serve metrics, readiness and reports (default 9091)',
    },
    'metrics-host': {
      type: 'string',
      value: 'HOST',
      help: 'On this address (default 127.0.0.1; others need the variable SITREP_API_TOKEN)',
    },
    'access-log': { type: 'boolean', help: 'Print one JSON object for every request' },
    'shutdown-delay': {
      type: 'string',
      value: 'DURATION',
      help: 'How long connections are still taken after it was told to stop, not ready any more (default 0s)',
    },
    profile: {
      type: 'string',
      value: 'NAME',
      help: 'proposal or released; found out from the cluster if not given',
    },
    'log-level': { type: 'string', value: 'LEVEL', help: 'debug, info, warn or error (default info)' },
  },
  async run(call, context) {
    const delayMs = parseDuration(call, 'shutdown-delay', 0)
    const opened = await openCluster(call, context)
    try {
      const replica = await startReplica(opened, { call, context })
      await untilInterrupted(context)
      replica.leave()
      await realTiming.sleep(delayMs)
      await replica.stop()
      return 0
    } finally {
      // Whatever is left open would keep the process from ending.
      opened.connection.close()
    }
  },
}
