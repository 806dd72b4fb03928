import account from './pt/account.json' with { type: 'json' }
import ownAccount from './pt/account-own.json' with { type: 'json' }
import billboard from './pt/billboard.json' with { type: 'json' }
import deputies from './pt/deputies.json' with { type: 'json' }
import team from './pt/team.json' with { type: 'json' }
import uploads from './pt/uploads.json' with { type: 'json' }
import { errorWords as errors } from './errors-pt.ts'

/** The words of the forms of the employees' site, loaded with the first form. */
export const employeeFormWords = {
  account,
  errors,
  'account-own': ownAccount,
  billboard,
  deputies,
  team,
  uploads,
}
