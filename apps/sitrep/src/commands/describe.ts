import type { Command } from '../command.ts'
import { treeOf } from '../output/object-tree.ts'
import { treeLines } from '../output/tree-lines.ts'
import { parsePositive } from '../program/options.ts'
import { findObject } from '../source/find-object.ts'
import { openWorld, worldOptions } from '../source/open-world.ts'
import { styleLine } from '../terminal/style-lines.ts'

export const describe: Command = {
  name: 'describe',
  summary: 'Show an object and everything below it, with conditions',
  usage: [
    'describe KIND/NAME [-n NAMESPACE] [-f FILE|DIR|- …] [--show-conditions all|failing|none|TYPE] [--depth N] [-o json]',
  ],
  description:
    'Siblings stand in one row only where their status has the same cause. * marks a status about an older generation.',
  examples: [
    { does: 'the tree of a cluster', line: 'describe cluster/prod' },
    {
      does: 'with every condition, from a support bundle',
      line: 'describe cluster/prod --show-conditions all -f bundle/',
    },
  ],
  options: {
    ...worldOptions,
    'show-conditions': {
      type: 'string',
      value: 'WHICH',
      help: 'failing (default), all, none, or types separated by commas',
    },
    depth: { type: 'string', value: 'N', help: 'How many levels to show (default: all)' },
    output: { type: 'string', short: 'o', value: 'json', help: 'Print JSON' },
  },
  async run(call, context) {
    const world = await openWorld(call, context)
    const tree = treeOf(findObject(world, call.words), world)
    if (call.options.output === 'json') {
      context.print(
        JSON.stringify(tree, (key, value: unknown) => (key === 'reported' ? undefined : value), 2),
      )
      return 0
    }
    const options = {
      now: world.at,
      width: context.width,
      show: String(call.options['show-conditions'] ?? 'failing'),
      depth: parsePositive(call, 'depth', 99),
    }
    for (const line of treeLines(tree, options)) context.print(styleLine(line, context))
    return 0
  },
}
