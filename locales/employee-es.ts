import country from './es/country.json' with { type: 'json' }
import me from './es/me.json' with { type: 'json' }
import shell from './es/shell.json' with { type: 'json' }
import words from './es/words.json' with { type: 'json' }

/** The words of the employees' site that its first screens need. */
export const employeeWords = { country, me, shell, words }
