import { factGroup } from '@sitrep/engine'
import type { Reach } from '@sitrep/present'
import { familyKinds, managementCluster, refKey } from '@sitrep/status'
import type { OpenedWorld } from '../source/open-world.ts'
import { isWrong } from '../trouble/fold-troubles.ts'
import { holdsOf, troublesIn } from '../trouble/troubles-in.ts'
import { ChangeLog } from './change-log.ts'
import type { DashboardParts } from './dashboard.ts'
import { KeptFleet } from './fleet/kept-fleet.ts'
import { fileWorld } from './world/file-world.ts'

/** The dashboard of a world of files: made once, for nothing in it changes. */
export async function openFileDashboard(opened: OpenedWorld, reach: Reach): Promise<DashboardParts> {
  const world = fileWorld(opened, reach)
  const now = new Date(world.now()).toISOString()
  const { families, engine } = world
  const own = opened.objects.filter(
    ({ ref }) => (ref.cluster ?? managementCluster) === managementCluster && ref.group !== factGroup,
  )
  // Of kinds that no family knows, what is wrong stands for itself too.
  const strange = own.filter(({ computed }) => familyKinds(families, computed).length === 0)
  const { folded } = await troublesIn(
    strange.map(({ ref, computed }) => ({ ref, object: computed })),
    { engine, families, now, holds: holdsOf(families) },
  )
  const wrong = new Set(folded.filter(isWrong).map(({ top }) => refKey(top.ref)))
  const fleet = new KeptFleet({
    ...world,
    known: (ref, object) => wrong.has(refKey(ref)) || world.known(ref, object),
  })
  for (const { ref } of own) fleet.touch(ref)
  for (const _change of fleet.refresh(now));
  return { world, fleet, log: new ChangeLog(world.now()) }
}
