import account from './es/account.json' with { type: 'json' }
import ownAccount from './es/account-own.json' with { type: 'json' }
import billboard from './es/billboard.json' with { type: 'json' }
import deputies from './es/deputies.json' with { type: 'json' }
import team from './es/team.json' with { type: 'json' }
import uploads from './es/uploads.json' with { type: 'json' }
import { errorWords as errors } from './errors-es.ts'

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
