import { type KubeObject, refOf } from '@sitrep/status'
import { annotate } from '../plan/metadata-patch.ts'
import type { ScenarioPart } from '../scenario/part.ts'
import { claimKind, managedKind, refusedAnnotation } from './kinds.ts'

const claimObject = (database: string, size: number): KubeObject => {
  const [namespace = '', name = ''] = database.split('/')
  return {
    apiVersion: `${claimKind.group}/v1`,
    kind: claimKind.kind,
    metadata: { name, namespace },
    spec: { size },
  }
}

// A database goes by its namespace and name, as clusters do; without a namespace the usual one is meant.
const qualified = (name: string): string => (name.includes('/') ? name : `default/${name}`)

/** What scenario files can say about databases. */
export const scenario: ScenarioPart = {
  timings: { databaseMs: 20_000, databaseUpdateMs: 10_000 },
  lists: {
    databases: (reader, entry) => {
      const given = reader.fields(entry, ['name', 'namespace', 'size', 'at'])
      reader.required(given.name, 'the name of the database')
      const database = `${reader.text(given.namespace, 'default')}/${reader.text(given.name, 'database')}`
      const happening = { what: 'create-database', database, size: reader.count(given.size, 10, 1) }
      const atMs = reader.duration(given.at, 0)
      return { title: `database ${database}`, place: given.name, entry: { atMs, happening } }
    },
  },
  happenings: {
    'resize-database': ({ reader, place }) => {
      const given = reader.fields(place, ['database', 'size'])
      const database = qualified(reader.text(given.database, ''))
      return { begins: { what: 'resize-database', database, size: reader.count(given.size, 10, 1) } }
    },
    'refuse-updates': ({ reader, place }) => {
      const given = reader.fields(place, ['database', 'message', 'for'])
      const database = qualified(reader.text(given.database, ''))
      const message = reader.text(given.message, 'permission denied')
      const happening = { what: 'allow-updates', database }
      return { begins: { what: 'refuse-updates', database, message }, ends: { after: given.for, happening } }
    },
  },
  actions: ({ what, database, size, message }, { world }) => {
    const claim = claimObject(String(database), Number(size))
    const { namespace, name } = claim.metadata
    switch (what) {
      case 'create-database':
        return [
          {
            act: 'create',
            object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace ?? '' } },
          },
          { act: 'create', object: claim, follows: true },
        ]
      case 'resize-database':
        return world.get(refOf(claim)) === undefined
          ? { missing: `Database ${database}` }
          : [{ act: 'patch', ref: refOf(claim), body: { spec: { size } } }]
      case 'refuse-updates':
      case 'allow-updates': {
        const managed = world.get({ ...managedKind, name: `${namespace}-${name}-db` })
        const value = what === 'refuse-updates' ? String(message) : null
        return managed === undefined
          ? { missing: `Database ${database}` }
          : [annotate(managed, { [refusedAnnotation]: value })]
      }
      default:
        return undefined
    }
  },
}
