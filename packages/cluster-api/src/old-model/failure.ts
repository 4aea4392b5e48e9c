import { at, type KubeObject, text } from '@sitrep/status'

/** What an object was said to have failed of for good, in the older model. */
export interface OldFailure {
  readonly failureReason: string | undefined
  readonly failureMessage: string | undefined
}

/** Reads the failure that a provider's object reports, in the words that whoever refers to it repeats. */
export function readFailure({ apiVersion, kind, metadata, status }: KubeObject): OldFailure {
  const message = text(at(status, 'failureMessage'))
  const from = `Failure detected from referenced resource ${apiVersion}, Kind=${kind} with name ${JSON.stringify(metadata.name)}`
  return {
    failureReason: text(at(status, 'failureReason')),
    failureMessage: message && `${from}: ${message}`,
  }
}

/** Of several failures the last one counts, part by part: nothing ever takes one back. */
export function lastFailure(failures: readonly (Partial<OldFailure> | undefined)[]): OldFailure {
  return {
    failureReason: failures.findLast((failure) => failure?.failureReason !== undefined)?.failureReason,
    failureMessage: failures.findLast((failure) => failure?.failureMessage !== undefined)?.failureMessage,
  }
}

/** The failure that a status of ours carries. */
export function failureIn(old: Readonly<Record<string, unknown>>): OldFailure {
  return { failureReason: text(old['failureReason']), failureMessage: text(old['failureMessage']) }
}
