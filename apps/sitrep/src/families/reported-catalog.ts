import { abstain, type Catalog, createCatalog, type Family, type StatusDefinition } from '@sitrep/status'
import { leadsOf } from './leads.ts'

/** A catalog that computes nothing: what is reported stands, and the families say where conditions stand and what follows from what. */
export const reportedCatalog = (families: readonly Pick<Family, 'kinds' | 'leads'>[]): Catalog =>
  createCatalog({
    definitions: families
      .flatMap(({ kinds }) => kinds)
      .flatMap(({ kind, lists }) => (lists === undefined ? [] : [{ ...silent, kind, lists }])),
    leads: leadsOf(families),
  })

const silent: Omit<StatusDefinition, 'kind'> = {
  observe: () => undefined,
  compute: () => abstain(),
  columns: [],
  onFailure: 'Ready',
}
