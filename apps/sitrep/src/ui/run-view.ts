import { type Call, type Context, type ExitCode, interruptedCode } from '../command.ts'
import { reachOf } from '../source/reach.ts'
import { chosenLineText, lineText, type TerminalText } from '../terminal/terminal-text.ts'
import type { Wish } from './answer.ts'
import { initialState, type Size, type State } from './state.ts'
import { openScreen, type Screen } from './terminal/ink-screen.ts'
import { watchSuspension } from './terminal/suspension.ts'
import { type Happening, update } from './update.ts'
import { type ScreenLine, view } from './view.ts'
import type { WorldSource } from './world/world-source.ts'

// Ages go on by themselves.
const agesMs = 5_000

/** Shows the view until the person leaves it. */
export async function runView(source: WorldSource, call: Call, context: Context): Promise<ExitCode> {
  const running = new RunningView(source, call, context)
  return running.run()
}

class RunningView {
  readonly #source: WorldSource
  readonly #context: Context
  readonly #ended: PromiseWithResolvers<ExitCode> = Promise.withResolvers()
  #state: State
  #screen: Screen | undefined
  #drawn = ''

  constructor(source: WorldSource, call: Call, context: Context) {
    this.#source = source
    this.#context = context
    const { namespace } = call.options
    this.#state = initialState({
      size: sizeOf(context),
      now: source.at ?? isoNow(context),
      source: source.words,
      reach: reachOf(call, context, source.families),
      beginning: 'Reading …',
      ...(typeof namespace === 'string' && { namespace }),
    })
  }

  async run(): Promise<ExitCode> {
    const { interrupted } = this.#context
    const suspension = watchSuspension({
      leave: () => this.#close(),
      comeBack: () => this.#open(),
      failed: (error) => this.#ended.reject(error),
    })
    const stop = (): void => this.#ended.resolve(interruptedCode(interrupted.reason))
    interrupted.addEventListener('abort', stop, { once: true })
    this.#open()
    const following = this.#source.follow((happening) => this.#tell(happening))
    const forget = this.#context.onResize?.(() =>
      this.#tell({ happened: 'resized', size: sizeOf(this.#context) }),
    )
    const ages =
      this.#source.at === undefined
        ? setInterval(() => this.#tell({ happened: 'time', now: isoNow(this.#context) }), agesMs)
        : undefined
    this.#suspend = suspension.suspend
    try {
      if (interrupted.aborted) stop()
      return await this.#ended.promise
    } finally {
      clearInterval(ages)
      forget?.()
      suspension.end()
      await this.#close()
      await following.stop()
    }
  }

  #suspend: () => Promise<void> = async () => {}

  #open(): void {
    this.#screen = openScreen((key) => this.#tell({ happened: 'key', key }))
    this.#drawn = ''
    this.#state = update(this.#state, { happened: 'resized', size: sizeOf(this.#context) }).state
    this.#draw()
  }

  async #close(): Promise<void> {
    const screen = this.#screen
    this.#screen = undefined
    await screen?.close()
  }

  #tell(happening: Happening): void {
    const { state, wish } = update(this.#state, happening)
    this.#state = state
    this.#draw()
    if (wish !== undefined) this.#grant(wish)
  }

  // Nothing is written where nothing has changed.
  #draw(): void {
    const lines = view(this.#state).map((line) => styled(line, this.#context))
    const whole = lines.join('\n')
    if (this.#screen === undefined || whole === this.#drawn) return
    this.#drawn = whole
    this.#screen.draw(lines)
  }

  #grant(wish: Wish): void {
    if ('history' in wish) {
      const { history: ref } = wish
      this.#source.history(ref).then(
        (told) => this.#tell({ happened: 'told', ref, told }),
        (error: unknown) => this.#tell({ happened: 'told', ref, told: { failed: String(messageOf(error)) } }),
      )
    } else if (wish.leave === 'suspend') this.#suspend().catch((error: unknown) => this.#ended.reject(error))
    else this.#ended.resolve(wish.leave === 'interrupt' ? 130 : 0)
  }
}

const messageOf = (error: unknown): unknown => (error instanceof Error ? error.message : error)

const isoNow = ({ now }: Context): string => new Date(now()).toISOString()

const sizeOf = ({ width = 80, height = 24 }: Context): Size => ({ columns: width, rows: height })

// The chosen row is turned round as a whole; without colours its mark has to do.
function styled({ line, chosen }: ScreenLine, { colour }: Context): TerminalText {
  return chosen && colour ? chosenLineText(line) : lineText(line, { colour })
}
