import type { CatalogPart } from '../catalog.ts'
import type { Column } from '../column.ts'
import type { ConditionList } from '../condition-list.ts'
import type { CrdOptions, CustomResourceDefinition } from '../crd.ts'
import type { KindRef, ObjectRef } from '../kind.ts'
import type { KubeObject } from '../object.ts'
import type { Profile } from '../profile.ts'
import { type DescribedKinds, isChosen, type KindChoice } from '../served-kind.ts'
import type { Conversion } from './conversion.ts'
import type { Following } from './following.ts'
import type { KindKnowledge } from './kind-knowledge.ts'
import type { KnownWriter } from './known-writer.ts'
import type { HoldRow, Lead } from './lead.ts'
import type { FactKind } from './reach.ts'
import type { Relation } from './relation.ts'
import type { Setting, SettingValues } from './setting.ts'
import type { StaleField } from './stale-field.ts'

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
  /** What follows from what, for whoever looks for a first cause. */
  readonly leads?: readonly Lead[]
  /** Work that waits for somebody. */
  readonly holds?: readonly HoldRow[]
  /** What stands below an object in a tree. */
  readonly relations?: readonly Relation[]
  /** What to read for the tree of one object. */
  readonly reads?: readonly ReadPlan[]
  /** What is followed after it was applied or deleted. */
  readonly follows?: readonly Following[]
  /** What is seen outside the API about its objects. */
  readonly facts?: readonly FactKind[]
  /**
   * What is computed from each other has one key, and one process keeps and writes all that has it. Nothing where this family does not
   * know the object, or where it belongs to nobody alone: then every process keeps it.
   */
  readonly shardKey?: (ref: ObjectRef, object: KubeObject | undefined) => string | undefined
  /** For which other keys, or for all, an object is read although it is computed elsewhere: it is kept there as it is reported. */
  readonly readFor?: (ref: ObjectRef, object: KubeObject | undefined) => string | 'every' | undefined
  /** Rights that do not follow from the kinds that are computed and read. */
  readonly rights?: ForeignRights
  /** Fields that the present writers are known to leave behind: a difference in them is told apart. */
  readonly staleFields?: readonly StaleField[]
  /** Controllers that write its statuses today. */
  readonly writers?: readonly KnownWriter[]
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
  /** What it counts, in the order in which it is shown. */
  readonly counters?: readonly CounterField[]
}

/** A number that objects of a kind report, by the path to it; of several values the sum. */
export interface CounterField {
  /** In words: `Ready`. */
  readonly name: string
  readonly have: string
  /** Where it says how many there should be. */
  readonly want?: string
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
  /** What is at the edge of the family can do, in a form that the family knows; left out: everything. */
  readonly abilities?: unknown
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

/**
 * What usually helps against a condition: kind, type and reason as they stand in it (`*` is any, `A|B` one of several), and a sentence or
 * two. A row speaks only of conditions in trouble.
 */
export type AdviceRow = readonly [kind: string, type: string, reason: string, helps: string]

/** Advice on some kinds; the first row that fits is given. */
export interface AdviceTable {
  readonly of: ((kind: KindRef) => boolean) | DescribedKinds
  readonly rows: readonly AdviceRow[]
}

/** What to read so that the tree of an object can be drawn. The first plan that fits an object is followed. */
export interface ReadPlan {
  /** Of which objects. */
  readonly of: ((kind: KindRef) => boolean) | DescribedKinds
  /** Which kinds can stand in the tree; `referred`: nothing is listed, what the object refers to is followed one by one. */
  readonly reads: ((kind: KindRef) => boolean) | 'referred'
  /** Where: with the root, in these namespaces as well, or in all. */
  readonly within: 'own' | 'every' | readonly string[]
  /** Narrows the lists to what carries these labels, where that leaves nothing out. */
  readonly labelSelector?: (root: KubeObject) => string | undefined
}

/** What a family needs to be allowed, as far as that does not follow from the kinds that it computes and reads. */
export interface ForeignRights {
  /** Groups in which others bring kinds of any name: all of them are read. */
  readonly groups?: readonly string[]
  /** Why, in words for whoever reviews the role. */
  readonly why?: string
  /** What single kinds are read for, where whoever reviews the role will ask. */
  readonly reasons?: readonly (readonly [kind: KindRef, why: string])[]
  /** Plurals of kinds that are read and that somebody else defines. */
  readonly plurals?: readonly (readonly [kind: KindRef, plural: string])[]
  /** Those of them that live in no namespace: they are read in the whole cluster, whatever namespaces are looked after. */
  readonly clusterScoped?: readonly KindRef[]
}
