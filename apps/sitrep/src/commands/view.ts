import { resolve } from 'node:path'
import { answerBy, serveAnswers } from '@sitrep/controller'
import { type PageFile, readPage } from '@sitrep/dashboard'
import { type Call, type Command, CommandError, type Context, type ExitCode } from '../command.ts'
import { type DashboardParts, dashboardOver } from '../dashboard/dashboard.ts'
import { exportAnswers } from '../dashboard/export/export-answers.ts'
import { makeExportFolder, writeExport } from '../dashboard/export/write-export.ts'
import { openFileDashboard } from '../dashboard/file-dashboard.ts'
import { atOption, filesOption, wholeOption } from '../options/general-options.ts'
import { parsePort } from '../options/option-values.ts'
import { untilInterrupted } from '../program/start-program.ts'
import { openWorld } from '../source/open-world.ts'
import { reachOf } from '../source/reach.ts'
import { worldOptions } from '../source/world-options.ts'

export const view: Command = {
  name: 'view',
  summary: 'Open the dashboard over a bundle or files; no cluster needed',
  usage: ['view PATH … [--port N]', 'view PATH … --export DIR'],
  description: [
    'Serves the dashboard on this machine, with what a bundle of sitrep collect or any other files hold, as of the time at which they were collected.',
    'With --export it writes the page with all its answers into a folder instead, which opens in a browser without Sitrep: to be attached to a ticket.',
    'Nothing is asked of any cluster, and the page asks nobody but this program.',
  ].join('\n'),
  examples: [
    { does: 'look at a bundle', line: 'view bundle.tar.gz' },
    { does: 'look at a folder of manifests that hold all there is', line: 'view fleet/ --whole' },
    { does: 'make a folder that opens without Sitrep', line: 'view bundle.tar.gz --export ticket-4711' },
  ],
  settings: true,
  options: {
    filename: filesOption('A file, folder, archive (.tar.gz) or https address, or - for standard input'),
    whole: wholeOption,
    at: atOption,
    profile: worldOptions.profile as NonNullable<typeof worldOptions.profile>,
    port: { type: 'string', value: 'N', help: 'Port of the dashboard (default: any free one)' },
    export: { type: 'string', value: 'DIR', help: 'Write the page with all its answers into this folder' },
  },
  async run(call, context) {
    const named = (call.options.filename ?? []) as readonly string[]
    const filename = [...call.words, ...named]
    if (filename.length === 0)
      throw new CommandError(
        2,
        'Name a bundle or files, as in sitrep view bundle.tar.gz; of a cluster, sitrep up and sitrep run serve the dashboard',
      )
    const port = parsePort(call, 'port', 0)
    const page = builtPage(context)
    const folder = call.options.export
    if (typeof folder === 'string') makeExportFolder(resolve(context.cwd, folder), folder)
    const read: Call = { words: [], options: { ...call.options, filename } }
    const world = await openWorld(read, context)
    // Whoever reads the page is elsewhere, and calls sitrep by its name.
    const parts = await openFileDashboard(world, reachOf(read, {}, world.families))
    const words = filename.join(' ')
    return typeof folder === 'string'
      ? writeAll(parts, { context, folder, page, at: world.at, words })
      : serveAll(parts, { context, port, page, at: world.at, words })
  },
}

type Page = ReadonlyMap<string, PageFile>

function builtPage(context: Pick<Context, 'page'>): Page {
  try {
    return (context.page ?? readPage)()
  } catch (cause) {
    throw new CommandError(3, cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

interface Shown {
  readonly context: Context
  readonly page: Page
  readonly at: string
  readonly words: string
}

async function writeAll(
  parts: DashboardParts,
  shown: Shown & { readonly folder: string },
): Promise<ExitCode> {
  const { context, folder, page, at, words } = shown
  const exported = await exportAnswers(parts)
  const { objects, leftOut } = exported
  const left = leftOut === 0 ? '' : `; ${leftOut} more had no room`
  writeExport(resolve(context.cwd, folder), exported, { page, at, words: `${words}${left}` })
  context.print(`Wrote ${folder} with ${counted(objects)}${left}: open ${folder}/index.html in a browser`)
  return 0
}

const counted = (objects: number): string => `${objects} object${objects === 1 ? '' : 's'}`

async function serveAll(parts: DashboardParts, shown: Shown & { readonly port: number }): Promise<ExitCode> {
  const { context, port, page, at, words } = shown
  const { routes, streams } = dashboardOver(parts)
  const served = await serveAnswers({
    port,
    files: page,
    streams,
    answer: (asked) => answerBy(routes, asked, Object.keys(streams)),
  })
  try {
    context.print(`dashboard    ${served.url}`)
    context.print(`shows        ${words} as of ${at}`)
    context.print('Ctrl-C ends it.')
    await untilInterrupted(context)
    return 0
  } finally {
    await served.close()
  }
}
