import account from './es/account.json' with { type: 'json' }
import ownAccount from './es/own-account.json' with { type: 'json' }
import errors from './es/errors.json' with { type: 'json' }

/** What the forms of the employees' site say, loaded with the first of them. */
export const employeeFormWords = { account, errors, ownAccount }
