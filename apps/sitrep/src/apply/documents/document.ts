import { safeText } from '@sitrep/present'
import { formatRef, type KubeObject, refOf } from '@sitrep/status'

/** An object that somebody wants to be there, and where it is written. */
export interface ReadDocument {
  readonly object: KubeObject
  readonly file: string
  readonly line: number
}

/** `Cluster team/prod`, safe to show. */
export const nameOf = (object: KubeObject): string => safeText(formatRef(refOf(object)))

/** `cluster.yaml:12: Cluster team/prod`, for the beginning of a message. */
export const placeOf = ({ object, file, line }: ReadDocument): string => `${file}:${line}: ${nameOf(object)}`
