import type { Timing } from '@sitrep/controller'
import type { Connection } from '@sitrep/controller/connection'
import type { Conversion, Family, KubeObject } from '@sitrep/status'
import { CommandError } from '../command.ts'
import { type FamilyEntry, loadFamilies } from '../families/families.ts'
import type { SpokenFamily } from '../families/spoken.ts'
import { followReferenceVersions } from './reference-version.ts'

/** A family that converts between the stages of its API. */
export interface ConvertingFamily {
  readonly family: Family
  readonly conversion: Conversion
}

/** Those of the families that have stages. */
export async function convertingIn(entries: readonly FamilyEntry[]): Promise<readonly ConvertingFamily[]> {
  const families = await loadFamilies(entries)
  const all = await Promise.all(
    families.map(async (family) => {
      const { conversion } = await family.parts()
      return conversion === undefined ? [] : [{ family, conversion }]
    }),
  )
  return all.flat()
}

/** Answers reviews for all families at once, going by what the cluster's CRDs tell, until it is stopped. */
export interface Reviewer {
  readonly review: (review: unknown) => unknown
  /** Resolves once all is known that a review may need. */
  readonly ready: Promise<void>
  readonly stop: () => Promise<void>
}

export interface ReviewerOptions {
  readonly connection: Connection
  readonly timing: Timing
}

/** A review brings objects of one kind: it goes to the family that has stages for it, and where none has, to the first, which says so. */
export async function openReviewer(
  spoken: readonly SpokenFamily[],
  { connection, timing }: ReviewerOptions,
): Promise<Reviewer> {
  const converting = await convertingIn(spoken.map(({ family }) => family))
  if (converting.length === 0)
    throw new CommandError(2, 'None of these families converts between versions: leave out --webhook-port')
  const reviewers = converting.map(({ family, conversion }) => {
    const profile = spoken.find((each) => each.family === family)?.profile ?? 'released'
    const { referenceVersion: versionIn } = conversion
    const versions = versionIn && followReferenceVersions(connection, { timing, versionIn })
    return {
      hasStages: conversion.hasStages,
      review: conversion.reviewer({ profile, ...(versions && { referenceVersion: versions.get }) }),
      ready: versions?.read,
      stop: async () => versions?.stop(),
    }
  })
  return {
    ready: Promise.all(reviewers.map(({ ready }) => ready)).then(() => undefined),
    review: (review) => {
      const [object] = objectsIn(review)
      const asked = reviewers.find(({ hasStages }) => object !== undefined && hasStages(object))
      return (asked ?? reviewers[0])?.review(review)
    },
    stop: async () => void (await Promise.all(reviewers.map(({ stop }) => stop()))),
  }
}

function objectsIn(review: unknown): readonly KubeObject[] {
  const { request } = (review ?? {}) as { request?: { objects?: unknown } | null }
  const objects: unknown = request?.objects
  return Array.isArray(objects) ? objects.filter(isObject) : []
}

const isObject = (value: unknown): value is KubeObject => {
  const { apiVersion, kind } = (value ?? {}) as Partial<KubeObject>
  return typeof apiVersion === 'string' && typeof kind === 'string'
}
