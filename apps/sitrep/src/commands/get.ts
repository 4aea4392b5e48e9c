import {
  type Connection,
  collectionPath,
  discover,
  lines,
  type OpenedKubeconfig,
  type ServedResource,
  withQuery,
} from '@sitrep/controller/connection'
import { type Call, type Command, CommandError, type Context } from '../command.ts'
import { objectTable } from '../output/object-table.ts'
import { clusterOptions, openCluster } from '../program/open-cluster.ts'
import { readTable, type ServerTable, tableAccept } from '../source/server-table.ts'
import { namespaceFor, parseTargets, type Target } from '../source/target.ts'
import { styleLine } from '../terminal/style-lines.ts'

const outputs = ['wide', 'json', 'yaml', 'name'] as const

export const get: Command = {
  name: 'get',
  summary: 'Print objects as a table',
  usage: [
    'get KIND [NAME…] [-n NAMESPACE | -A] [-l SELECTOR] [-o wide|json|yaml|name] [-w]',
    'get KIND/NAME…',
  ],
  examples: [
    { does: 'all clusters', line: 'get clusters -A' },
    {
      does: 'the Machines of one cluster, and follow them',
      line: 'get machines -l cluster.x-k8s.io/cluster-name=prod -w',
    },
    { does: 'one object as YAML', line: 'get machine/prod-md-0-abc -o yaml' },
  ],
  options: {
    ...clusterOptions,
    namespace: {
      type: 'string',
      short: 'n',
      value: 'NAME',
      help: 'In this namespace (default: that of the context)',
    },
    'all-namespaces': { type: 'boolean', short: 'A', help: 'In all namespaces' },
    selector: { type: 'string', short: 'l', value: 'SELECTOR', help: 'Only objects with these labels' },
    output: { type: 'string', short: 'o', value: 'FORMAT', help: 'wide, json, yaml or name' },
    watch: { type: 'boolean', short: 'w', help: 'Go on with changes' },
  },
  async run(call, context) {
    const output = outputOf(call)
    const opened = await openCluster(call, context)
    try {
      const targets = parseTargets(call.words, await discover(opened.connection))
      const tables = await Promise.all(targets.flatMap((target) => tablesOf(target, call, opened)))
      const [first] = targets
      if (tables.every(({ rows }) => rows.length === 0) && call.options.watch !== true) {
        context.complain(`No ${first?.resource.plural ?? 'objects'} found${whereOf(call, opened)}`)
        return 0
      }
      await printTables(tables, output, { call, context })
      if (call.options.watch === true && first !== undefined)
        await follow(first, tables, { call, context, opened })
      return 0
    } finally {
      opened.connection.close()
    }
  },
}

type Output = (typeof outputs)[number] | undefined

function outputOf({ options }: Call): Output {
  if (options.output === undefined) return undefined
  const output = outputs.find((candidate) => candidate === options.output)
  if (output === undefined)
    throw new CommandError(2, `-o takes ${outputs.join(', ')}, not ${JSON.stringify(options.output)}`)
  return output
}

function tablesOf(
  { resource, names }: Target,
  call: Call,
  { connection, namespace }: OpenedKubeconfig,
): readonly Promise<ServerTable>[] {
  const within = resource.namespaced ? namespaceFor(call.options, namespace) : undefined
  const scope = within === undefined ? {} : { namespace: within }
  if (names.length > 0) return names.map((name) => readTable(connection, resource, { ...scope, name }))
  const selector = call.options.selector
  return [
    readTable(connection, resource, {
      ...scope,
      ...(typeof selector === 'string' && { labelSelector: selector }),
    }),
  ]
}

function whereOf(call: Call, { namespace }: OpenedKubeconfig): string {
  const within = namespaceFor(call.options, namespace)
  return within === undefined ? '' : ` in namespace ${within}`
}

interface Printing {
  readonly call: Call
  readonly context: Context
}

async function printTables(
  tables: readonly ServerTable[],
  output: Output,
  { call, context }: Printing,
): Promise<void> {
  const objects = tables.flatMap(({ rows }) => rows.map(({ object }) => object))
  if (output === 'name') {
    for (const { kind, apiVersion, metadata } of objects) {
      const group = apiVersion.includes('/') ? `.${apiVersion.split('/')[0]}` : ''
      context.print(`${kind.toLowerCase()}${group}/${metadata.name}`)
    }
    return
  }
  if (output === 'json' || output === 'yaml') {
    const value = objects.length === 1 ? objects[0] : { apiVersion: 'v1', kind: 'List', items: objects }
    if (output === 'json') context.print(JSON.stringify(value, undefined, 2))
    else context.print((await import('yaml')).stringify(value).trimEnd())
    return
  }
  const [first] = tables
  if (first === undefined) return
  const merged: ServerTable = { ...first, rows: tables.flatMap(({ rows }) => rows) }
  printTable(merged, output === 'wide', { call, context })
}

function printTable(table: ServerTable, wide: boolean, { call, context }: Printing, headings = true): void {
  const namespaces =
    call.options['all-namespaces'] === true &&
    table.rows.some(({ object }) => object.metadata.namespace !== undefined)
  for (const line of objectTable(table, { wide, namespaces, width: context.width, headings }))
    context.print(styleLine(line, context))
}

interface Following extends Printing {
  readonly opened: OpenedKubeconfig
}

// In a pipe every change is a line; on a terminal the table is drawn again in place.
async function follow(
  { resource, names }: Target,
  tables: readonly ServerTable[],
  { call, context, opened }: Following,
): Promise<void> {
  const rows = new Map(tables.flatMap((table) => table.rows.map((row) => [keyOf(row.object), row] as const)))
  const columnDefinitions =
    tables.find((table) => table.columnDefinitions !== null)?.columnDefinitions ?? null
  const wide = outputOf(call) === 'wide'
  let drawn = rows.size + 1
  for await (const { type, table } of events(
    opened.connection,
    watchPath(resource, { call, opened, tables }),
    context.interrupted,
  )) {
    const changed = (table.rows ?? []).filter(
      ({ object }) => names.length === 0 || names.includes(object.metadata.name),
    )
    if (changed.length === 0) continue
    for (const row of changed) {
      if (type === 'DELETED') rows.delete(keyOf(row.object))
      else rows.set(keyOf(row.object), row)
    }
    if (context.width === undefined) {
      printTable({ columnDefinitions, metadata: {}, rows: changed }, wide, { call, context }, false)
      continue
    }
    context.write(`\u001b[${drawn}A\u001b[0J`)
    printTable({ columnDefinitions, metadata: {}, rows: [...rows.values()] }, wide, { call, context })
    drawn = rows.size + 1
  }
}

const keyOf = ({ metadata }: { metadata: { namespace?: string; name: string } }): string =>
  `${metadata.namespace ?? ''}/${metadata.name}`

function watchPath(
  resource: ServedResource,
  { call, opened, tables }: { call: Call; opened: OpenedKubeconfig; tables: readonly ServerTable[] },
): string {
  const within = resource.namespaced ? namespaceFor(call.options, opened.namespace) : undefined
  const selector = call.options.selector
  return withQuery(collectionPath(resource, within), {
    watch: true,
    resourceVersion: tables.map(({ metadata }) => metadata.resourceVersion ?? '0').sort()[0],
    includeObject: 'Object',
    labelSelector: typeof selector === 'string' ? selector : undefined,
  })
}

async function* events(
  connection: Connection,
  path: string,
  signal: AbortSignal,
): AsyncGenerator<{ type: string; table: ServerTable }> {
  const stream = await connection.stream({ path, accept: tableAccept, signal })
  try {
    for await (const batch of lines(stream.chunks)) {
      for (const line of batch) {
        const { type, object } = JSON.parse(line.toString('utf8')) as { type: string; object: ServerTable }
        if (type === 'ERROR')
          throw new CommandError(
            3,
            `The watch ended: ${(object as { message?: string }).message ?? 'no reason given'}`,
          )
        yield { type, table: object }
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    stream.close()
  }
}
