import { discover } from '@sitrep/controller/connection'
import { safeText } from '@sitrep/present/lines'
import type { KubeObject } from '@sitrep/status'
import type { Verdict } from '@sitrep/verdict'
import { clusterOptions, openCluster } from '../cluster/open-cluster.ts'
import { type Call, type Command, CommandError, type Context, type ExitCode } from '../command.ts'
import { loadFamilies } from '../families/families.ts'
import { knownColumns } from '../get/known-columns.ts'
import { type ReadTarget, readTarget, type Selection } from '../get/read-tables.ts'
import { type TableLineOptions, tableLines } from '../get/table-lines.ts'
import { atOption, filesOption, selectionOptions, wholeOption } from '../options/general-options.ts'
import { parseOutput } from '../options/option-values.ts'
import { nameForm, type ObjectPrinter, templateForms, templatePrinter } from '../output/object-template.ts'
import { namespaceHint } from '../source/search-name.ts'
import { namespaceFor, parseTargets, resolveTargets } from '../source/target.ts'

const outputs = ['wide', 'json', 'yaml', 'name'] as const

export const get: Command = {
  name: 'get',
  summary: 'Print objects as a table',
  usage: [
    'get KIND[,KIND…] [NAME…] [-n NAMESPACE | -A] [-l SELECTOR] [-o wide|json|yaml|name|jsonpath=TEMPLATE|custom-columns=SPEC] [-w]',
    'get KIND/NAME…',
    'get KIND -f FILE|DIR|- …',
  ],
  description: [
    'Columns are those that a kind documents; colours say what a value means. * marks a status about an older generation.',
    'Other kinds get a verdict; ~ marks one by generic rules, where nothing is known about the kind.',
  ].join('\n'),
  examples: [
    { does: 'all clusters', line: 'get clusters -A' },
    {
      does: 'the Machines with a label, and follow them',
      line: 'get machines -l team=payments -w',
    },
    { does: 'several kinds at once', line: 'get clusters,machinedeployments -n fleet' },
    { does: 'one object as YAML', line: 'get machine/prod-md-0-abc -o yaml' },
    { does: 'one field of it', line: "get cluster/prod -o jsonpath='{.status.phase}'" },
    { does: 'from a support bundle', line: 'get machines -f bundle/' },
  ],
  settings: true,
  options: {
    ...clusterOptions,
    ...selectionOptions(),
    output: {
      type: 'string',
      short: 'o',
      value: 'FORMAT',
      help: 'wide, json, yaml, name, jsonpath=TEMPLATE or custom-columns=SPEC, as kubectl has them',
    },
    'no-headers': { type: 'boolean', help: 'Leave out the headings' },
    'show-labels': { type: 'boolean', help: 'Add a column with the labels' },
    'sort-by': {
      type: 'string',
      value: 'PATH',
      help: 'In the order of this field, such as .metadata.creationTimestamp (default: by name)',
    },
    watch: { type: 'boolean', short: 'w', help: 'Go on with changes' },
    filename: filesOption(),
    whole: wholeOption,
    at: atOption,
    profile: {
      type: 'string',
      value: 'NAME',
      help: 'proposal or released (default: as the bundle is; released for other files; only with -f)',
    },
  },
  async run(call, context) {
    const template = templatePrinter(call.options.output)
    const output = template ?? parseOutput(call, outputs, templateForms)
    return call.options.filename === undefined
      ? fromServer(call, context, output)
      : fromFiles(call, context, output)
  },
}

type Output = (typeof outputs)[number] | ObjectPrinter | undefined

async function fromServer(call: Call, context: Context, output: Output): Promise<ExitCode> {
  const { connection, namespace } = await openCluster(call, context)
  try {
    const { selector } = call.options
    const selection: Selection = {
      namespace: namespaceFor(call.options, namespace),
      selector: typeof selector === 'string' ? selector : undefined,
    }
    const targets = await resolveTargets(parseTargets(call.words, await discover(connection)), {
      connection,
      namespace: selection.namespace,
    })
    const read = await Promise.all(targets.map((target) => readTarget(connection, target, selection)))
    const options = await tableOptions(read, {
      call,
      context,
      output,
      now: () => new Date(context.now()).toISOString(),
    })
    const { namespace: within } = selection
    const code = await show(read, {
      context,
      output,
      options,
      selection,
      watch: call.options.watch === true,
      ...(within !== undefined && { hint: () => namespaceHint(connection, within) }),
    })
    if (call.options.watch !== true || code === 3) return code
    const { followTables } = await import('../get/follow-tables.ts')
    await followTables({ read, selection, connection, context, options })
    return 0
  } finally {
    connection.close()
  }
}

async function fromFiles(call: Call, context: Context, output: Output): Promise<ExitCode> {
  if (call.options.watch === true) throw new CommandError(2, 'Files do not change: -w needs a server')
  const [{ openWorld }, { fileTables }, { parseSelector }] = await Promise.all([
    import('../source/open-world.ts'),
    import('../get/file-tables.ts'),
    import('../get/label-selector.ts'),
  ])
  const world = await openWorld(call, context)
  const selection: Selection = { namespace: world.namespace, selector: undefined }
  const read = fileTables(world.objects, {
    words: call.words,
    namespace: world.namespace,
    selected: parseSelector(String(call.options.selector ?? '')),
    catalog: world.catalog,
    families: world.families,
    now: world.at,
  })
  const options = await tableOptions(read, { call, context, output, now: () => world.at })
  return show(read, { context, output, options, selection, watch: false })
}

interface Wanted {
  readonly call: Call
  readonly context: Pick<Context, 'families'>
  readonly output: Output
  readonly now: () => string
}

type TableOptions = Omit<TableLineOptions, 'width'>

// Judging takes modules that a table of objects whose columns tell it need not wait for.
async function tableOptions(
  read: readonly ReadTarget[],
  { call, context, output, now }: Wanted,
): Promise<TableOptions> {
  const isTable = output === undefined || output === 'wide'
  // Objects that are not there yet may still come.
  const shown = read.filter(({ table }) => table.rows.length > 0 || call.options.watch === true)
  const columns = await knownColumns(isTable ? shown : [], context.families)
  const judging = isTable && shown.some(({ resource }) => !columns.tell(resource))
  return {
    wide: output === 'wide',
    allNamespaces:
      call.options['all-namespaces'] === true ||
      (call.options.filename !== undefined && call.options.namespace === undefined),
    columns,
    headings: call.options['no-headers'] !== true,
    labels: call.options['show-labels'] === true,
    ...(typeof call.options['sort-by'] === 'string' && { sortBy: call.options['sort-by'] }),
    judge: judging ? await judgeWith(context, now) : undefined,
  }
}

async function judgeWith(
  context: Pick<Context, 'families'>,
  now: () => string,
): Promise<(object: KubeObject) => Verdict> {
  const { judge } = await import('@sitrep/verdict')
  const families = await loadFamilies(context.families)
  return (object) => judge(object, { now: now(), families })
}

// Of kinds that share a name mostly one has objects; the others would only be headings.
const filled = (read: readonly ReadTarget[]): readonly ReadTarget[] => {
  const some = read.filter(({ table }) => table.rows.length > 0)
  return some.length > 0 ? some : read
}

interface Showing {
  readonly context: Context
  readonly output: Output
  readonly options: TableOptions
  readonly selection: Selection
  readonly watch: boolean
  /** What was probably meant where nothing is found. */
  readonly hint?: () => Promise<string>
}

async function show(
  read: readonly ReadTarget[],
  { context, output, options, selection, watch, hint }: Showing,
): Promise<ExitCode> {
  const failures = read.flatMap((each) => each.failures)
  for (const { says } of failures) context.complain(says)
  const rows = read.flatMap(({ table }) => table.rows)
  const worst = failures.some(({ code }) => code === 3) ? 3 : failures.length > 0 ? 1 : 0
  // On a terminal, following draws the first table too.
  if (watch && context.width !== undefined) return worst
  if (typeof output === 'function') {
    const objects = rows.map(({ object }) => object)
    const headings = options.headings !== false
    for (const line of output(objects, { headings })) context.print(safeText(line))
  } else if (output === 'json' || output === 'yaml' || output === 'name') {
    await printObjects(
      rows.map(({ object }) => object),
      output,
      context,
    )
  } else if (rows.length === 0 && failures.length === 0 && !watch) {
    const names = [...new Set(read.map(({ resource }) => resource.plural))].join(', ')
    const where = selection.namespace === undefined ? '' : ` in namespace ${selection.namespace}`
    context.complain(`No ${names === '' ? 'such objects' : names} found${where}${(await hint?.()) ?? ''}`)
  } else
    for (const line of tableLines(filled(read), { ...options, width: context.width })) context.print(line)
  return worst
}

/** Prints whole objects for programs: one as itself, several as a List, or their names. */
async function printObjects(
  objects: readonly KubeObject[],
  form: 'json' | 'yaml' | 'name',
  { print, document }: Pick<Context, 'print' | 'document'>,
): Promise<void> {
  if (form === 'name') {
    for (const object of objects) print(nameForm(object))
    return
  }
  const value = objects.length === 1 ? objects[0] : { apiVersion: 'v1', kind: 'List', items: objects }
  if (form === 'json') document((await import('../output/format-json.ts')).formatJson(value))
  else document((await import('../output/format-yaml.ts')).formatYaml(value))
}
