import { type Line, span, wrapSpans } from '@sitrep/present'
import type { Command, Context } from '../command.ts'
import { jsonOption } from '../options/general-options.ts'
import { parseOutput, parsePositive } from '../options/option-values.ts'
import { formatJson } from '../output/format-json.ts'
import { withTreeWorld } from '../source/open-tree.ts'
import { anywhereOption, worldOptions } from '../source/world-options.ts'
import { followBlocks } from '../terminal/follow-blocks.ts'
import type { Shown } from '../terminal/terminal-text.ts'
import { judgedTree } from '../tree/branch-verdict.ts'
import { treeOf } from '../tree/build-tree.ts'
import { eventLines } from '../tree/tree-events.ts'
import { treeJson } from '../tree/tree-json.ts'
import { treeLines } from '../tree/tree-lines.ts'
import { causeSentence } from '../trouble/troubles-in.ts'

export const describe: Command = {
  name: 'describe',
  summary: 'Show an object and everything below it, with conditions',
  usage: [
    'describe KIND/NAME [-n NAMESPACE | -A] [-f FILE|DIR|- …] [--show-conditions all|failing|none|TYPE] [--depth N] [-o json] [-w]',
  ],
  description: [
    'The tree of a Cluster, Gateway, Crossplane resource or EKS Anywhere cluster; of any other object, what it owns.',
    'Siblings stand in one row only where their status has the same cause. * marks a status about an older generation.',
    'Below it stand how far a rollout is, and the last events that matter: warnings, and changes of what speaks for an object.',
  ].join('\n'),
  examples: [
    { does: 'the tree of a cluster', line: 'describe cluster/prod' },
    { does: 'the same, kept up to date', line: 'describe cluster/prod -w' },
    {
      does: 'with every condition, from a support bundle',
      line: 'describe cluster/prod --show-conditions all -f bundle/',
    },
    {
      does: 'listeners, routes and backends',
      line: 'describe gateway/public -n edge --show-conditions ResolvedRefs',
    },
  ],
  settings: true,
  options: {
    ...worldOptions,
    'all-namespaces': anywhereOption,
    'show-conditions': {
      type: 'string',
      value: 'WHICH',
      help: 'failing (default), all, none, or types separated by commas',
    },
    depth: { type: 'string', value: 'N', help: 'How many levels to show (default: all)' },
    output: jsonOption,
    watch: { type: 'boolean', short: 'w', help: 'Draw it again when something changes' },
  },
  async run(call, context) {
    const output = parseOutput(call, ['json'])
    const show = String(call.options['show-conditions'] ?? 'failing')
    const depth = parsePositive(call, 'depth', 99)
    await withTreeWorld(call, context, async ({ read, changes }) => {
      const draw = (now: string, width: Context['width']): readonly Shown[] => {
        const { root, ...world } = read()
        const tree = judgedTree(treeOf(root, world), { now, families: world.families })
        const cause = causeSentence(root, { ...world, now })
        if (output === 'json')
          return formatJson({ ...(cause !== undefined && { cause }), ...treeJson(tree, depth) }).split('\n')
        return [
          ...causeLines(cause, width),
          ...treeLines(tree, { now, width, show, depth }),
          ...eventLines(tree, world.objects, { now, width }),
        ]
      }
      if (call.options.watch === true && changes !== undefined) await followBlocks({ draw, changes, context })
      else for (const line of draw(read().at, context.width)) context.print(line)
    })
    return 0
  },
}

// What is wrong stands above the tree in which it is shown.
function causeLines(cause: string | undefined, width: number | undefined): readonly Line[] {
  if (cause === undefined) return []
  const line: Line = [span(cause, 'bad')]
  return [...(width === undefined ? [line] : wrapSpans(line, width)), []]
}
