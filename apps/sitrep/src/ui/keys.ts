/** A key as the terminal sent it: a named one, or the text that was typed. */
export interface Key {
  readonly name: string
  /** The text of a key that types something. */
  readonly text?: string
}

/** What a key asks for, wherever nothing is being typed. */
export type Action =
  | { readonly move: number | 'page' | '-page' | 'half' | '-half' | 'first' | 'last' | 'next' | 'previous' }
  | { readonly open: 'below' | 'tree' | 'explanation' | 'history' | 'help' }
  | { readonly type: 'filter' | 'command' }
  | { readonly say: 'command' }
  | { readonly leave: 'page' | 'program' | 'at once' | 'for a while' }

// biome-ignore format: the table is read as one; its columns stay aligned
/** All keys, with what they do in words; help shows this table. */
export const keyTable: readonly (readonly [keys: readonly string[], action: Action, words: string])[] = [
  [['down', 'j'],                { move: 1 },              'one row down'],
  [['up', 'k'],                  { move: -1 },             'one row up'],
  [['pagedown', 'ctrl+f', ' '],  { move: 'page' },         'one page down'],
  [['pageup', 'ctrl+b'],         { move: '-page' },        'one page up'],
  [['ctrl+d'],                   { move: 'half' },         'half a page down'],
  [['ctrl+u'],                   { move: '-half' },        'half a page up'],
  [['g', 'home'],                { move: 'first' },        'to the first row'],
  [['G', 'end'],                 { move: 'last' },         'to the last row'],
  [['enter'],                    { open: 'below' },        'from the fleet to the tree, from the tree to why, from a cause to why that is so'],
  [['t', 'd'],                   { open: 'tree' },         'the tree of the chosen object'],
  [['e'],                        { open: 'explanation' },  'why the chosen object is as it is'],
  [['h'],                        { open: 'history' },      'what happened to the chosen object'],
  [['/'],                        { type: 'filter' },       'filter the list, or search the page: words, kind:machine, ns:fleet'],
  [['n'],                        { move: 'next' },         'to the next row that fits'],
  [['N'],                        { move: 'previous' },     'to the row before that fits'],
  [[':'],                        { type: 'command' },      'all objects of a kind (:machines), the fleet (:fleet), the end (:q)'],
  [['y'],                        { say: 'command' },       'show the command line that explains the chosen object'],
  [['escape', 'left'],           { leave: 'page' },        'back: end the filter, then leave the page'],
  [['?'],                        { open: 'help' },         'this page'],
  [['ctrl+z'],                   { leave: 'for a while' }, 'to the shell; fg comes back'],
  [['q'],                        { leave: 'program' },     'quit'],
  [['ctrl+c'],                   { leave: 'at once' },     'quit with exit code 130'],
]

const byKey: ReadonlyMap<string, Action> = new Map(
  keyTable.flatMap(([keys, action]) => keys.map((key) => [key, action] as const)),
)

/** What a key asks for; nothing where it means nothing. */
export const actionOf = ({ name, text }: Key): Action | undefined => byKey.get(text ?? name)
