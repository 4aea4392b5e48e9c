const component = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*'
const host =
  '(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?'
const reference = new RegExp(
  `^(?:${host}/)?${component}(?:/${component})*(?::(?<tag>[\\w][\\w.-]{0,127}))?(?:@(?<digest>[A-Za-z][\\w+.-]*:[0-9a-fA-F]{32,}))?$`,
)

/** The pull policy of an image that names none: a moving tag is always pulled. */
export function pullPolicyOf(image: string): 'Always' | 'IfNotPresent' {
  const found = reference.exec(image)?.groups
  if (found === undefined) return 'IfNotPresent'
  const tag = found['tag'] ?? (found['digest'] === undefined ? 'latest' : '')
  return tag === 'latest' ? 'Always' : 'IfNotPresent'
}
