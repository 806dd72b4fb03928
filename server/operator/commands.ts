import { blockingCommands } from './blocking-commands.ts'
import type { Command } from './command.ts'
import { companyCommands } from './company-commands.ts'
import { evidenceCommands } from './evidence-command.ts'
import { installationCommands } from './installation-commands.ts'
import { integrationProfileCommands } from './integration-profile-commands.ts'
import { organizationModelCommands } from './organization-model-commands.ts'
import { peopleCommands } from './people-commands.ts'
import { providerCommands } from './provider-commands.ts'
import { signInPageCommand } from './sign-in-page-command.ts'

/** Everything that the operator can do, in the order of the help. */
export const commands: readonly Command[] = [
  ...companyCommands,
  signInPageCommand,
  ...blockingCommands,
  ...peopleCommands,
  ...integrationProfileCommands,
  ...organizationModelCommands,
  ...providerCommands,
  ...installationCommands,
  ...evidenceCommands,
]
