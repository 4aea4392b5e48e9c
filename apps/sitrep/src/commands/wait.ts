import { discover } from '@sitrep/controller/connection'
import { formatAge } from '@sitrep/present'
import { controllerApiOptions } from '../cluster/controller-api.ts'
import { interruptible } from '../cluster/interruptible.ts'
import { clusterOptions, openCluster } from '../cluster/open-cluster.ts'
import { type Call, type Command, CommandError, type Context, type ExitCode } from '../command.ts'
import { loadFamilies } from '../families/families.ts'
import { parseDuration } from '../options/duration.ts'
import { filesOption, selectionOptions } from '../options/general-options.ts'
import { awaitOutcome } from '../wait/await-outcome.ts'
import { awaitedSelections } from '../wait/awaited-selections.ts'
import { rememberingAsk } from '../wait/evaluate.ts'
import { type Explaining, explainCulprits } from '../wait/explain-culprits.ts'
import { type Expression, ExpressionError, errorLines, together } from '../wait/expression.ts'
import type { Outcome, Wish } from '../wait/outcome.ts'
import { parseExpression } from '../wait/parse-expression.ts'
import { startProgress } from '../wait/progress.ts'

const fiveMinutes = 300_000

export const wait: Command = {
  name: 'wait',
  summary: 'Wait until something holds, and say why when it does not',
  usage: [
    'wait KIND/NAME… --for EXPRESSION [--fail-on EXPRESSION] [--timeout DURATION] [-n NAMESPACE]',
    'wait KIND --all|-l SELECTOR --for EXPRESSION [-n NAMESPACE | -A]',
    'wait -f FILE|DIR|- … --for EXPRESSION',
  ],
  description: [
    'An EXPRESSION is asked of every object, all at one moment, whenever one of them changes. It is one question:',
    '  Ready, Ready=False, condition=Ready, condition:example.com/Foo=True: a condition',
    '  listeners[https]:Programmed, parents[*]:Accepted: of one entry, of every entry; a bare type of a kind with entries is that of all of ours',
    '  verdict=Ready, Stalled, Paused: the verdict of sitrep, for kinds without conditions too',
    '  exists, deleted: whether it is there',
    '  jsonpath={.status.phase}=Running: as kubectl wait has it',
    'or, with or without cel= before it, CEL as the rules of CustomResourceDefinitions have it, where self is the object:',
    '  self.status.readyReplicas >= 3, self.spec.replicas == self.status.readyReplicas: fields',
    '  has(self.status.failed), self.?status.failed.orValue(0) == 0: fields that may be missing',
    '  self.status.addresses.exists(a, a.type == "InternalIP"): lists',
    '  Ready && !Paused, condition("listeners[https]:Programmed", "False"), verdict == "Ready": questions, put together by && || !',
    '  any(Ready), all(self.status.n > 1): over all objects',
    'Only what is about the present generation counts. An object that is not there yet is waited for.',
    'Ends at once when --fail-on holds for one of them, or when one has failed for good. When the time is up it explains why.',
  ].join('\n'),
  examples: [
    { does: 'until a cluster is available', line: 'wait cluster/prod --for Available --timeout 30m' },
    { does: 'for success or failure of a Job', line: 'wait job/load --for Complete --fail-on Failed' },
    { does: 'until all of them run', line: "wait machines -l pool=a --for 'Ready && !Paused'" },
    {
      does: 'until enough of it runs',
      line: "wait deployment/web --for 'self.status.readyReplicas >= 3'",
    },
    { does: 'until one of two is ready', line: "wait gateway/a gateway/b --for 'any(Programmed)'" },
    { does: 'until what was applied is ready', line: 'wait -f app.yaml --for verdict=Ready' },
  ],
  settings: true,
  options: {
    ...clusterOptions,
    ...controllerApiOptions,
    ...selectionOptions(),
    all: { type: 'boolean', help: 'All objects of the kind' },
    filename: filesOption('The objects that are named in a file or folder, or - for standard input'),
    for: {
      type: 'string',
      multiple: true,
      value: 'EXPRESSION',
      help: 'What to wait for; given several times: all of it',
    },
    'fail-on': {
      type: 'string',
      value: 'EXPRESSION',
      help: 'Give up at once when this holds for one of them',
    },
    timeout: { type: 'string', value: 'DURATION', help: 'How long to wait (default 5m; 0: look once)' },
    'keep-waiting': { type: 'boolean', help: 'Go on although something has failed for good' },
  },
  async run(call, context) {
    const wish = await wishIn(call, context)
    if (wish === undefined) return 2
    const timeoutMs = parseDuration(call, 'timeout', fiveMinutes)
    const { connection, namespace } = await openCluster(call, context)
    const began = context.now()
    try {
      const { interrupted } = context
      const withinMs = timeoutMs === 0 ? {} : { withinMs: timeoutMs }
      const asked = interruptible(connection, { interrupted, ...withinMs })
      const discovered = await discover(asked)
      const selections = await awaitedSelections(call, context, { connection: asked, discovered, namespace })
      const progress = startProgress({ wish, timeoutMs }, context)
      const families = await loadFamilies(context.families)
      const waiting = { connection, discovered, selections, wish, timeoutMs, progress, context, families }
      const outcome = await awaitOutcome(waiting)
      return await report(outcome, wish, {
        call,
        context,
        families,
        connection,
        discovered,
        waited: formatAge(context.now() - began),
      })
    } finally {
      connection.close()
    }
  },
}

// A place in an expression is shown by a caret below it, which takes more than the one line of other errors.
async function wishIn({ options }: Call, { complain }: Context): Promise<Wish | undefined> {
  const wanted = options.for as readonly string[] | undefined
  if (wanted === undefined) throw new CommandError(2, 'Say what to wait for, for example --for Ready')
  const read = async (option: string, text: string): Promise<Expression | undefined> => {
    try {
      return await parseExpression(text)
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      for (const line of errorLines(option, text, error)) complain(line)
      return undefined
    }
  }
  const parts = await Promise.all(wanted.map((text) => read('--for', text)))
  const failOn =
    options['fail-on'] === undefined ? undefined : await read('--fail-on', String(options['fail-on']))
  const known = parts.filter((part) => part !== undefined)
  if (known.length < parts.length || (options['fail-on'] !== undefined && failOn === undefined))
    return undefined
  return {
    wanted: together(known),
    ...(failOn !== undefined && { failOn }),
    patient: options['keep-waiting'] === true,
    ask: rememberingAsk(),
  }
}

interface Reporting extends Explaining {
  readonly waited: string
}

async function report(
  outcome: Outcome,
  { wanted }: Wish,
  { waited, ...explaining }: Reporting,
): Promise<ExitCode> {
  const { context } = explaining
  switch (outcome.is) {
    case 'holds':
      context.print(`It holds, after ${waited}`)
      return 0
    case 'blind':
      context.complain(`${outcome.why}; gave up after ${waited}`)
      return 3
    case 'failed':
      for (const line of outcome.why.split('\n')) context.print(line)
      context.complain(`It will not come true; gave up after ${waited}`)
      return 1
    case 'late':
      context.complain(`The time is up, after ${waited}`)
      await explainCulprits(outcome.culprits, wanted, explaining)
      return 1
    case 'waiting':
      throw new TypeError('a wait ended without an outcome')
  }
}
