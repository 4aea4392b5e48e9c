import type { Family, Profile, Setting, SettingValue, SettingValues } from '@sitrep/status'
import { type Call, type Command, CommandError, type OptionDescription } from '../command.ts'
import { type FamilyEntry, loadFamilies } from './families.ts'

/** The command with the settings of all families among its options, where it makes them compute something. */
export async function withSettings(command: Command, entries: readonly FamilyEntry[]): Promise<Command> {
  if (command.settings === undefined) return command
  return {
    ...command,
    options: { ...command.options, ...settingOptions(await loadFamilies(entries), command) },
  }
}

function settingOptions(
  families: readonly Family[],
  { name, options, settings: which }: Command,
): Readonly<Record<string, OptionDescription>> {
  const found: Record<string, OptionDescription> = {}
  for (const { title, settings = [] } of families) {
    for (const setting of settings) {
      const { flag, shapesCrds } = setting
      if (which === 'crds' && shapesCrds !== true) continue
      if (Object.hasOwn(options, flag) || Object.hasOwn(found, flag))
        throw new TypeError(`${title} wants an option --${flag}, which sitrep ${name} has already`)
      found[flag] = optionOf(setting, title)
    }
  }
  return found
}

function optionOf({ type, value, help }: Setting, title: string): OptionDescription {
  const said = `${title}: ${help}`
  if (type === 'switch') return { type: 'boolean', help: said }
  return {
    type: 'string',
    ...(type === 'texts' && { multiple: true }),
    ...(value !== undefined && { value }),
    help: said,
  }
}

/** What was said of the settings of a family, by their own names; one that it refuses is wrong usage. */
export function settingsIn({ options }: Call, { settings = [] }: Family, profile: Profile): SettingValues {
  return Object.fromEntries(
    settings.flatMap(({ name, flag, refuses }) => {
      const value: SettingValue | undefined = options[flag]
      if (value === undefined) return []
      const why = refuses?.(value, profile)
      if (why !== undefined) throw new CommandError(2, `--${flag}: ${why}`)
      return [[name, value] as const]
    }),
  )
}
