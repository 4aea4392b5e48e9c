import type { Json, KubeObject } from '../../json/json.ts'
import type { TableColumn } from '../../resources/resource.ts'
import { textOf } from '../validation/read.ts'
import { formatTimestampAge } from './age.ts'

type Cell = TableColumn['cell']

/** A column that is always shown. */
export function column(name: string, cell: Cell, type: TableColumn['type'] = 'string'): TableColumn {
  return { name, type, format: '', description: '', priority: 0, cell }
}

/** A column that only `-o wide` shows. */
export function wide(name: string, cell: Cell): TableColumn {
  return { ...column(name, cell), priority: 1 }
}

export const nameColumn: TableColumn = {
  ...column('Name', ({ metadata }) => textOf(metadata, 'name')),
  format: 'name',
}

export const ageColumn: TableColumn = column('Age', ({ metadata }, now) =>
  age(textOf(metadata, 'creationTimestamp'), now),
)

/** How long ago an instant is; `<unknown>` when there is none. */
export function age(timestamp: string, now: number): string {
  return formatTimestampAge(timestamp, now)
}

export function orNone(text: string): string {
  return text === '' ? '<none>' : text
}

/** Up to `most` items, then how many more there are. */
export function listed(items: readonly string[], most: number, separator = ','): string {
  const shown = items.slice(0, most).join(separator)
  return items.length > most ? `${shown} + ${items.length - most} more...` : shown
}

/** A reader of one text inside the object. */
export function path(...steps: readonly [string, ...string[]]): (object: KubeObject) => string {
  return (object) => {
    let here: Json | undefined = object
    for (const step of steps) {
      here =
        typeof here === 'object' && here !== null && !Array.isArray(here)
          ? (here as KubeObject)[step]
          : undefined
    }
    return typeof here === 'string' ? here : ''
  }
}
