import account from './pt/account.json' with { type: 'json' }
import ownAccount from './pt/own-account.json' with { type: 'json' }
import errors from './pt/errors.json' with { type: 'json' }

/** What the forms of the employees' site say, loaded with the first of them. */
export const employeeFormWords = { account, errors, ownAccount }
