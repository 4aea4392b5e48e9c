import type { CatalogPart } from '../catalog.ts'
import type { Column } from '../column.ts'
import type { ConditionList } from '../condition-list.ts'
import type { CrdOptions, CustomResourceDefinition } from '../crd.ts'
import type { ObjectRef } from '../kind.ts'
import type { KubeObject } from '../object.ts'
import type { Profile } from '../profile.ts'
import { isChosen, type KindChoice } from '../served-kind.ts'
import type { AdviceTable } from './advice.ts'
import type { Conversion } from './conversion.ts'
import type { Following } from './following.ts'
import type { KindKnowledge } from './kind-knowledge.ts'
import type { FactKind } from './reach.ts'
import type { ReadPlan } from './read-plan.ts'
import type { Relation } from './relation.ts'
import type { ForeignRights } from './rights.ts'
import type { Setting, SettingValues } from './setting.ts'

/**
 * All that Sitrep knows of one ecosystem. Whoever judges, shows, follows or publishes interprets this value and names no group of its own.
 * It is light: what takes time to load is behind `parts`.
 */
export interface Family {
  /** What it is called where families are listed: `cluster-api`. */
  readonly name: string
  /** What people call it: `Cluster API`. */
  readonly title: string
  readonly profiles: readonly Profile[]
  /** What may be set from outside, besides the profile. */
  readonly settings?: readonly Setting[]
  /** Its kinds, as far as there is something to say of them before anything is computed. */
  readonly kinds: readonly FamilyKind[]
  /** The name of the CustomResourceDefinition whose label tells which language a cluster speaks. */
  readonly profileToldBy?: string
  /** Definitions, CustomResourceDefinitions and conversion: loaded when something is computed. */
  readonly parts: () => Promise<FamilyParts>
  /** What generic rules of the verdict cannot know of its kinds. */
  readonly knowledge?: readonly KindKnowledge[]
  /** What usually helps. */
  readonly advice?: readonly AdviceTable[]
  /** What stands below an object in a tree. */
  readonly relations?: readonly Relation[]
  /** What to read for the tree of one object. */
  readonly reads?: readonly ReadPlan[]
  /** What is followed after it was applied or deleted. */
  readonly follows?: readonly Following[]
  /** What is seen outside the API about its objects. */
  readonly facts?: readonly FactKind[]
  /** What of an object is computed together is written by one process; nothing where this family does not know the object. */
  readonly shardKey?: (ref: ObjectRef, object: KubeObject | undefined) => string | undefined
  /** Rights that do not follow from the kinds that are computed and read. */
  readonly rights?: ForeignRights
  /** Finalizers that a controller takes off as its last step: they are in nobody's way. */
  readonly ordinaryFinalizers?: RegExp
  /** Whether somebody has paused an object of this family. */
  readonly paused?: (object: KubeObject) => boolean
}

/** What is known of a kind before anything is computed. */
export interface FamilyKind {
  readonly kind: KindChoice
  /** What people type for it in files, where no server tells. */
  readonly shortNames?: readonly string[]
  /** What people type for all kinds like it in files, where no server tells: `managed`. */
  readonly categories?: readonly string[]
  /** Where its conditions stand; the definition has the same. Left out: in `status.conditions`. */
  readonly lists?: readonly ConditionList[]
  /** Its columns say how it is, so that a table needs no further verdict. */
  readonly columnsTell?: true
  /** Its columns, where some show more than the table of a server can: those are added to it. */
  readonly columns?: readonly Column[]
  /** Where the version that is asked for stands, if not in `spec.version`. */
  readonly versionAt?: string
}

/** What a family brings that is loaded when it is needed. */
export interface FamilyParts {
  readonly catalog: (options: FamilyOptions) => CatalogPart
  readonly crds?: (options: CrdOptions) => readonly CustomResourceDefinition[]
  readonly conversion?: Conversion
}

/** How a family is asked to speak. */
export interface FamilyOptions {
  readonly profile: Profile
  readonly settings?: SettingValues
}

/** What the families know of an object's kind before anything is computed; several entries may fit. */
export const familyKinds = (
  families: readonly Pick<Family, 'kinds'>[],
  object: KubeObject,
): readonly FamilyKind[] =>
  families.flatMap(({ kinds }) => kinds.filter(({ kind }) => isChosen(kind, object)))

/** Where the conditions of an object stand, for those who have families but no definition at hand. */
export const listsOf = (
  families: readonly Pick<Family, 'kinds'>[],
  object: KubeObject,
): readonly ConditionList[] | undefined =>
  familyKinds(families, object).find(({ lists }) => lists !== undefined)?.lists
