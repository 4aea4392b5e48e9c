import { type ChildProcess, spawn } from 'node:child_process'

// Reads process ids until we are gone, those that ended meanwhile with a minus in front, and kills the rest.
const watch = `
living=' '
while read -r word; do
  case "$word" in
    -*) living=$(echo "$living" | sed "s/ \${word#-} / /") ;;
    *) living="$living$word " ;;
  esac
done
for pid in $living; do kill -9 "$pid" 2>/dev/null; done
`

let watcher: ChildProcess | undefined

function tell(word: string): void {
  if (watcher === undefined) {
    // Apart from our group: what is typed at a terminal must not end it before us.
    watcher = spawn('sh', ['-c', watch], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
    watcher.unref()
    watcher.on('error', () => {})
    const { stdin } = watcher
    if (stdin !== null && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
    stdin?.on('error', () => {})
  }
  watcher.stdin?.write(`${word}\n`)
}

/**
 * Ends a process when this one is gone, however it goes: a test runner that is stopped kills its files without a word, and what they
 * started would go on for ever. The answer takes that back; it is called once the process has ended.
 */
export function endsWithUs({ pid }: ChildProcess): () => void {
  if (pid === undefined) return () => {}
  tell(String(pid))
  return () => tell(`-${pid}`)
}
