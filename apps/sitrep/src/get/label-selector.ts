import { CommandError } from '../command.ts'

type Labels = Readonly<Record<string, string>>
type Requirement = (labels: Labels) => boolean

/** Reads a label selector as servers do: `a=b`, `a!=b`, `a in (b, c)`, `a notin (b)`, `a`, `!a`, separated by commas. */
export function parseSelector(text: string): Requirement {
  const parts = text.split(/,(?![^(]*\))/).map((part) => part.trim())
  const requirements = parts.filter((part) => part !== '').map(parseRequirement)
  return (labels) => requirements.every((requirement) => requirement(labels))
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
