import { type Sense, senses } from '@sitrep/status'

const byWord: Readonly<Record<Sense, string>> = {
  final: `
    fatal irrecoverable nonretriable permanent permanently terminal unrecoverable`,
  bad: `
    abandoned abnormal abort aborted absent alert backoff bad banned blocked breached broken cancel canceled
    cancelled collision collisions conflict conflicted conflicting conflicts corrupt corrupted crash crashed
    crashing crashloop critical dangling dead deadlock deadlocked decommissioned degraded deleted denied
    depleted disconnected diverged down drift drifted duplicate duplicated err error errored erroring errors
    evicted exceeded exhausted expired fail failed failing fails failure failures fallback fault faulted faulty
    forbidden illegal impaired inaccessible inactivated incompatible incomplete inconsistent ineffective
    insufficient interrupted invalid invalidated killed lost malformed misconfigured mismatch mismatched
    misscheduled missing nack noncompliant nonexistent noquorum offline oom orphaned outage overlapping
    overridden panic preempted pressure problem problems quarantined red refused rejected rejecting reverted
    revoked rolledback sealed severe stalled stuck terminated throttled timeout timeouts unable unapproved
    unauthenticated unauthorized unbalanced unbound uncorrectable undefined undeployable underreplicated
    unexpected unhealthy unlicensed unmet unparsable unprocessable unreachable unreadable unresolvable
    unresolved unresponsive unsafe unsatisfied unschedulable unstable unsuccessful unsupported unsynced
    untrusted unusable unverified violated violation violations wrong yellow`,
  unready: `
    cannot notready outdated partial stale unavailable undeployed unestablished uninitialized uninstalled
    unprovisioned unready unreconciled unregistered`,
  warning: `
    deprecated deprecation warn warning warnings`,
  paused: `
    asleep cordoned deactivated detached drained frozen halted hibernate hibernated hibernating hibernation
    inactive maintenance pause paused poweroff shutoff sleeping stop stopped suspend suspended unmanaged`,
  progress: `
    await awaits busy delayed dirty discovered enqueued inprogress ongoing pending planned queued requested
    transient underway unfinished unstarted wait waiting waits yet`,
  unknown: `
    inconclusive indeterminate uncertain undetermined unknown unspecified`,
  step: `
    accepted admitted approved begun claimed created dispatched downloaded fetched initialised initialized launched
    prepared registered reserved scheduled started submitted triggered validated`,
  none: `
    archived disabled empty ignored nil none noop null omitted optional released removed retired skipped
    superseded unclaimed unconfigured unneeded unset unused`,
  done: `
    built cloned collected complete completed copied done ended finalized finished pass passed pushed rendered
    restored succeed succeeded succeeds success successful successfully tested transferred uploaded`,
  good: `
    accepting activated active alive allocated applied archiving assigned associated attached available balanced
    bootstrapped bound clean compliant configured connected consistent converged correct delivered deployed
    elected enabled enforced enrolled ensured established exist exists exported fine formed functional generated
    granted green healthy hydrated idle imported installed intact issued joined latest licensed listening live
    loaded matched met mounted nominal normal ok okay online operational operative optimal permitted present
    processed programmed promoted propagated protected provided provisioned published reachable ready readytouse
    realized reconciled recovered refreshed replicated resolved responding responsive resumed rotated running
    satisfied saved secured sent serving settled signed stable standby steady stored streaming subscribed
    supported synced synchronised synchronized trusted unchanged unsealed up updated usable valid verified warm
    warmed working`,
  task: `
    backfill bootstrap creation migration preparation progress reboot rebalance reconcile reconciliation recovery rescale
    resync retries retry rollout scale teardown upgrade`,
}

const byPhrase: Readonly<Record<Sense, string>> = {
  final: 'retries exceeded, retries exhausted, non retriable, not retryable, gave up, given up',
  bad: `
    action required, already claimed, already in use, already taken, back off, backing off, crash loop, crash looping, does not exist, err image pull, fall back, image pull back off, no endpoints,
    no quorum, non compliant, not allowed, not compliant, not enough, not found, not permitted, online uncertain, out of disk, out of memory,
    out of resources, out of service, out of space, partially failed, partly failed, requires attention,
    roll back failed, rolled back, split brain, timed out, too many`,
  unready: `
    online partial, out of date, out of sync, partially applied, partially available, partially completed, partially deployed,
    partially healthy, partially ready, partially succeeded, partially synced`,
  warning: '',
  paused: `
    manual approval, power off, powered off, requires approval, scaled down, shut down, shut off,
    wait for first consumer, waiting approval, waiting for approval`,
  progress: `
    are being, backing up, catching up, cleaning up, fail over, failed over, failing over, has not finished, has not yet,
    have not yet, in flight, in progress, is being, not finished, not reconciled, not started, not yet, rolling restart, running reconciliation,
    scale down, scale up, scaling down, scaling up, set up, setting up, shutting down, spinning up, start up, starting up,
    tearing down, upgrade available, upgrade pending, warming up`,
  unknown: 'no data, not known, not reported',
  step: '',
  none: `
    n a, no longer needed, no op, not applicable, not configured, not enabled, not needed, not requested, not required,
    not used, opted out, scaled to zero, scaling disabled`,
  done: '',
  good: 'as expected, at latest known, awaiting next, error free, in sync, in use, powered on, scaled up, up to date',
  task: '',
}

/** Words that say something only where they are the whole text: as a part of a longer name they say nothing. */
export const whenAlone: ReadonlyMap<string, Sense> = new Map([
  ...'apply backup boot build clone create delete deploy init initial initialize install join prepare provision reconfigure remove restart restore setup start sync update validate verify'
    .split(' ')
    .map((word): readonly [string, Sense] => [word, 'progress']),
  ['new', 'progress'],
  ['on', 'good'],
  ['off', 'paused'],
  ['na', 'none'],
])

/** Words that end in -ing and do not say that something goes on. */
export const notGoingOn: ReadonlySet<string> = new Set(
  `anything being binding bindings during everything existing following having incoming listing logging mapping mappings
   matching monitoring networking nothing offering outgoing peering pricing remaining routing setting sharding sharing
   something spring staging string thing tracing using`.split(/\s+/),
)

/** Words that turn round what follows them. */
export const negators: ReadonlySet<string> = new Set(['not', 'no', 'non', 'without', 'never'])

/** Each word and phrase with its sense, as written in the tables. */
export const lexicon: readonly (readonly [text: string, sense: Sense])[] = senses.flatMap((sense) => {
  const texts = [...byWord[sense].trim().split(/\s+/), ...byPhrase[sense].trim().split(/,\s+/)]
  return texts.filter((text) => text !== '').map((text) => [text, sense] as const)
})

/** The sense of a word or phrase; phrases are words with a space between. */
export const senseOf: ReadonlyMap<string, Sense> = new Map(lexicon)
