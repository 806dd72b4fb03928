import { billboard } from './screens/billboard.ts'
import { company } from './screens/company.ts'
import { documents } from './screens/documents.ts'
import { employees } from './screens/employees.ts'
import { folders } from './screens/folders.ts'
import { mails } from './screens/mails.ts'
import { my } from './screens/my.ts'
import { papers } from './screens/papers.ts'
import { publishing } from './screens/publishing.ts'
import type { Screen } from './screens/screen.ts'
import { selfService } from './screens/self-service.ts'
import { shell } from './screens/shell.ts'
import { signedOut } from './screens/signed-out.ts'

/** Every screen of both sites. A new one is a line of its area: it is then checked and pictured like the others. */
export const screens: readonly Screen[] = [
  ...signedOut,
  ...shell,
  ...employees,
  ...documents,
  ...publishing,
  ...company,
  ...folders,
  ...my,
  ...papers,
  ...selfService,
  ...billboard,
  ...mails,
]
