import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { recordedWorld } from '../../testing.ts'
import type { Branch } from '../../tree/branch.ts'
import { treeIn } from '../../tree/build-tree.ts'
import { dashboardOf } from '../worlds.testing.ts'
import { EngineGraph } from './engine-graph.ts'

const guides = join(import.meta.dirname, '..', '..', '..', '..', '..', 'docs', 'guides', 'worlds')
const noon = '2026-01-01T12:00:00Z'
const recorded = recordedWorld('remediation')
const worlds: readonly (readonly [name: string, text: string, at: string])[] = [
  ['cluster-api', recorded.text, recorded.at],
  ...['eks-anywhere', 'crossplane', 'orders', 'gateway'].map(
    (name) => [name, readFileSync(join(guides, `${name}.yaml`), 'utf8'), noon] as const,
  ),
]

const outline = ({ heading, label, missing, children }: Branch): unknown => [
  heading,
  label,
  missing,
  children.map(outline),
]

describe('Trees from the indexes of an engine', () => {
  for (const [name, text, at] of worlds)
    it(`are those that are drawn from all objects of ${name}`, async () => {
      const { world, fleet } = await dashboardOf(text, at)
      const graph = new EngineGraph(world.deciding)
      const roots = fleet.rows().flatMap(({ ref }) => world.object(ref) ?? [])
      assert.ok(roots.length > 0)
      for (const root of roots)
        assert.deepEqual(
          outline(treeIn(graph, root, world.families)),
          outline(treeIn(world.graph, root, world.families)),
        )
    })
})
