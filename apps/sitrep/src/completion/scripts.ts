/** The shells for which there is a script. */
export const shells = ['bash', 'zsh', 'fish'] as const

export type Shell = (typeof shells)[number]

// All three ask the program itself: `sitrep __complete -- WORDS` prints a candidate on each line, perhaps with a tab and what it means, or
// `:files` where the shell is to offer files. What ends with / or = goes on without a blank.

const bash = `# bash completion for sitrep: source <(sitrep completion bash)
_sitrep() {
  local line="\${COMP_LINE:0:COMP_POINT}" cur="\${COMP_WORDS[COMP_CWORD]}" offered head candidate
  local -a typed
  COMPREPLY=()
  read -ra typed <<< "$line"
  [[ $line == *[[:space:]] ]] && typed+=("")
  offered=$("\${COMP_WORDS[0]}" __complete -- "\${typed[@]:1}" 2>/dev/null) || return 0
  # Bash breaks words at : and =, and wants only what comes after.
  head="\${typed[-1]}"
  [[ $cur == [:=] ]] && cur=""
  head="\${head%"$cur"}"
  if [[ $offered == :files* ]]; then
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
    return 0
  fi
  while IFS=$'\\t' read -r candidate _; do
    [[ -n $candidate ]] && COMPREPLY+=("\${candidate#"$head"}")
  done <<< "$offered"
  [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *[/=] ]] && compopt -o nospace
  return 0
}
complete -F _sitrep sitrep kubectl-sitrep`

const zsh = `#compdef sitrep kubectl-sitrep
# zsh completion for sitrep: source <(sitrep completion zsh)
_sitrep() {
  local offered candidate help
  local -a plain open described described_open
  offered=$("\${words[1]}" __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null) || return 1
  if [[ $offered == :files* ]]; then
    [[ $PREFIX == --*=* ]] && compset -P '*='
    _files
    return
  fi
  while IFS=$'\\t' read -r candidate help; do
    [[ -z $candidate ]] && continue
    if [[ $candidate == *[/=] ]]; then
      open+=("$candidate")
      described_open+=("$candidate\${help:+  -- $help}")
    else
      plain+=("$candidate")
      described+=("$candidate\${help:+  -- $help}")
    fi
  done <<< "$offered"
  local answer=1
  (( \${#plain} )) && compadd -l -d described -a plain && answer=0
  (( \${#open} )) && compadd -l -S '' -d described_open -a open && answer=0
  return answer
}
if [[ $funcstack[1] == _sitrep ]]; then
  _sitrep "$@"
else
  compdef _sitrep sitrep kubectl-sitrep
fi`

const fish = `# fish completion for sitrep: sitrep completion fish | source
function __sitrep_complete
    set -l typed (commandline -opc) (commandline -ct)
    set -l offered ($typed[1] __complete -- $typed[2..-1] 2>/dev/null)
    if string match -q -- ':files*' $offered[1]
        __fish_complete_path (commandline -ct)
    else
        printf '%s\\n' $offered
    end
end
complete -c sitrep -f -a '(__sitrep_complete)'
complete -c kubectl-sitrep -f -a '(__sitrep_complete)'`

/** What a shell runs to complete command lines of this program. */
export const completionScripts: Readonly<Record<Shell, string>> = { bash, zsh, fish }
