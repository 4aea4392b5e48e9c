import { type KindRef, type KubeObject, kindKey, type ObjectRef } from '@sitrep/status'
import type { WorldTables } from './world-tables.ts'

/** One kind reads another through a view. */
export interface KindReading {
  readonly reader: KindRef
  readonly read: KindRef
  /** Whether the object that is read lives in a workload cluster. */
  readonly remote: boolean
  readonly view: string
}

/** One object in both layers. */
export interface SurveyedObject {
  readonly ref: ObjectRef
  /** With what Sitrep computes. */
  readonly object: KubeObject
  /** As its writers report it. */
  readonly reported: KubeObject
  /** It exists in memory only: some definition made it of other objects. */
  readonly made?: true
}

/** Every object, or those of one kind. */
export function* objectsIn(tables: WorldTables, kind: KindRef | undefined): Iterable<SurveyedObject> {
  for (const table of tables.all()) {
    if (kind !== undefined && kindKey(kind) !== kindKey(table.kind)) continue
    for (const slot of table.slots()) {
      const seen = slot.glance()
      if (seen === undefined) continue
      const { computed: object, reported } = seen
      yield { ref: slot.ref, object, reported, ...(slot.maker !== undefined && { made: true }) }
    }
  }
}

/** Which kinds read which, in byte order. */
export function readingsIn(tables: WorldTables): readonly KindReading[] {
  const found = new Map<string, KindReading>()
  for (const table of tables.all()) {
    for (const reader of table.readers()) {
      reader.each((keeper) => {
        const reading = {
          reader: keeper.slot.table.kind,
          read: table.kind,
          remote: table.cluster !== '',
          view: reader.view.name,
        }
        found.set(`${kindKey(reading.reader)} ${kindKey(reading.read)} ${reading.view}`, reading)
      })
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, reading]) => reading)
}
