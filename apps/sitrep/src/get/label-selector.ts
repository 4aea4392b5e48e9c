import { CommandError } from '../command.ts'

type Labels = Readonly<Record<string, string>>
type Requirement = (labels: Labels) => boolean

/** Reads a label selector as servers do: `a=b`, `a!=b`, `a in (b, c)`, `a notin (b)`, `a`, `!a`, separated by commas. */
export function parseSelector(text: string): Requirement {
  const parts = partsOf(text).map((part) => part.trim())
  const requirements = parts.filter((part) => part !== '').map(parseRequirement)
  return (labels) => requirements.every((requirement) => requirement(labels))
}

// Commas divide outside brackets only.
function partsOf(text: string): readonly string[] {
  const parts: string[] = []
  let [start, open] = [0, false]
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '(') open = true
    else if (character === ')') open = false
    else if (character === ',' && !open) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}

function parseRequirement(text: string): Requirement {
  const among = /^(\S+)\s+(in|notin)\s*\(([^)]*)\)$/.exec(text)
  if (among !== null) {
    const [, key = '', word, list = ''] = among
    const values = list.split(',').map((value) => value.trim())
    return word === 'in'
      ? (labels) => Object.hasOwn(labels, key) && values.includes(labels[key] ?? '')
      : (labels) => !Object.hasOwn(labels, key) || !values.includes(labels[key] ?? '')
  }
  const equal = /^([^\s=!]+)\s*(==?|!=)\s*([^\s=!]*)$/.exec(text)
  if (equal !== null) {
    const [, key = '', sign, value] = equal
    return sign === '!=' ? (labels) => labels[key] !== value : (labels) => labels[key] === value
  }
  const [, not, key = ''] = /^(!?)([^\s=!()]+)$/.exec(text) ?? []
  if (key === '')
    throw new CommandError(2, `${JSON.stringify(text)} is no label selector; write for example app=web`)
  return (labels) => Object.hasOwn(labels, key) === (not !== '!')
}
